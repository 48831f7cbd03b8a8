import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/worker/runs.ts'
import { address } from './address.ts'
import { readBarAddress } from './bar-address.ts'
import { PAGES } from './pages.ts'

const ORIGIN = 'https://brinde.example'
const FUZZED_TEXTS = runs(10_000, 100_000)

const OTHER_HOSTS = ['www.brinde.example', 'brinde.workers.dev:8080']

const read = (text: string) => readBarAddress(text, { origin: ORIGIN, otherHosts: OTHER_HOSTS })

test.each(['K7M2QX', 'k7m2qx', ' K7M 2QX ', 'K7M-2QX', '234567'])('%s is a bar ID', (text) => {
  expect(read(text)).toEqual({ barId: text.replace(/[\s-]/g, '').toUpperCase(), table: null })
})

test.each([
  'K7M\u20132QX',
  'K7M\u20142QX',
  'K7M\u22122QX',
  'K7M_2QX',
  'K7M\u00a02QX',
  'K7M\u200b2QX\ufeff',
  'K7M2QX.',
  '“K7M2QX”',
  '(k7m2qx)!',
  '#K7M2QX',
  'Ｋ７Ｍ２ＱＸ',
  'ID: K7M2QX',
  'ID do bar: K7M-2QX.',
  'Código: k7m2qx',
  'ID K7M2QX',
  'Cód.: K7M2QX',
  'Bar-ID: K7M2QX',
  'QR: K7M2QX',
  'K7M.2QX',
  'K7M·2QX',
  'Bar do Zé (K7M2QX)',
  'Bar do Zé: k7m-2qx, 3ª mesa',
  'K7M2QX mesa 12',
])('O5 %j is read as the bar ID', (text) => {
  expect(read(text)).toEqual({ barId: 'K7M2QX', table: null })
})

test.each([
  'ID KMPQRT',
  'Cód.: KMPQRT',
  'Bar-ID: KMPQRT',
  'QR: KMPQRT',
  'Bar do Zé (KMPQRT)',
  'Bar do Zé: KMP-QRT, 3ª mesa',
  'KMPQRT mesa 12',
  'MESA 12 KMPQRT',
  'Bar do Mestre: KMPQRT',
  'ＫＭＰＱＲＴ mesa',
])('O5 %j is read as the bar ID, though it has no digit', (text) => {
  expect(read(text)).toEqual({ barId: 'KMPQRT', table: null })
})

test.each([
  'BAR DO MESTRE K7M2QX',
  'BAR GARDEN (K7M2QX)',
  `BAR GARDEN ${ORIGIN}/bar/K7M2QX`,
  `MESTRE: brinde.example/bar/k7m2qx`,
])('O5 %j is read as its link or its word with a digit, not as its words in capitals', (text) => {
  expect(read(text)).toEqual({ barId: 'K7M2QX', table: null })
})

test.each([
  `Vem pra cá! ${ORIGIN}/bar/K7M2QX/table/12`,
  `Mesa 12 (${ORIGIN}/bar/K7M2QX/table/12).`,
  `<${ORIGIN}/bar/K7M2QX/table/12>`,
  `Link: brinde.example/bar/k7m2qx/table/12, até já`,
  `HTTPS://BRINDE.EXAMPLE/BAR/K7M2QX/TABLE/12`,
  `${ORIGIN}/bar/K7M2QX/table/12/?utm_source=ig&fbclid=x`,
  `${ORIGIN}/bar/K7M2QX/table/12 vem pra cá`,
  `\u200e${ORIGIN}/bar/K7M2QX/table/12`,
  `\u2068${ORIGIN}/bar/K7M2QX/table/12\u2069`,
  `👉${ORIGIN}/bar/K7M2QX/table/12`,
  `aqui→${ORIGIN}/bar/K7M2QX/table/12`,
  `aqui:${ORIGIN}/bar/K7M2QX/table/12`,
  `Link:${ORIGIN}/bar/K7M2QX/table/12`,
  `Acesse:${ORIGIN}/bar/K7M2QX/table/12`,
  `📍Local-do-bar:${ORIGIN}/bar/K7M2QX/table/12.`,
  `URL:${ORIGIN}/bar/K7M2QX/table/12;;`,
  `Link:brinde.example/bar/K7M2QX/table/12`,
  `Manjar:brinde.example/bar/K7M2QX/table/12`,
  `*${ORIGIN}/bar/K7M2QX/table/12*`,
  `_${ORIGIN}/bar/K7M2QX/table/12_`,
  `[Bar](${ORIGIN}/bar/K7M2QX/table/12)`,
  `👉brinde.example/bar/K7M2QX/table/12`,
])('%j holds the address of a table', (text) => {
  expect(read(text)).toEqual({ barId: 'K7M2QX', table: '12' })
})

test.each([
  ['/bar/K7M2QX', null],
  ['/bar/k7m2qx/', null],
  ['/bar/K7M2QX?utm_source=poster#top', null],
  ['//bar/K7M2QX', null],
  ['/bar//K7M2QX//', null],
  ['/bar/K7M2QX/table/', null],
  ['/bar/K7M2QX/table//12', '12'],
  ['/bar/K7M2QX/table/12', '12'],
  ['/bar/K7M2QX/table/Varanda%203', 'Varanda 3'],
  ['/bar/K7M2QX/table/%C3%81rea%20VIP', 'Área VIP'],
  ['/bar/K7M2QX/table/a-table-that-nobody-could-have-typed', null],
  ['/bar/K7M2QX/table/%E2%80%8B', null],
])('the own address %s gives its bar and table', (path, table) => {
  expect(read(`${ORIGIN}${path}`)).toEqual({ barId: 'K7M2QX', table })
})

test.each(['brinde.example', 'Brinde.Example', ' brinde.example'])(
  '%j needs no scheme before it',
  (host) => {
    expect(read(`${host}/bar/k7m2qx/table/12`)).toEqual({ barId: 'K7M2QX', table: '12' })
  },
)

test('an address is read up to five hundred characters', () => {
  const long = (length: number) => `${ORIGIN}/bar/K7M2QX?`.padEnd(length, 'x')
  expect(read(long(500))).toEqual({ barId: 'K7M2QX', table: null })
  expect(read(long(501))).toBeNull()
})

test.each([
  'http://brinde.example',
  'https://www.brinde.example',
  'http://www.brinde.example',
  'www.brinde.example',
  'WWW.BRINDE.EXAMPLE',
  'https://brinde.workers.dev:8080',
  'brinde.workers.dev:8080',
])('T36 %s is another own host, and gives only the bar’s ID', (host) => {
  expect(read(`${host}/bar/K7M2QX/table/12?a=b#c`)).toEqual({ barId: 'K7M2QX', table: null })
})

test.each([
  'https://brinde.example.evil.test/bar/K7M2QX',
  'https://evil.test/bar/K7M2QX',
  'https://evil.test/#https://brinde.example/bar/K7M2QX',
  'https://brinde.example@evil.test/bar/K7M2QX',
  'https://somebody@brinde.example/bar/K7M2QX',
  'https://brinde.example:8443/bar/K7M2QX',
  'http://brinde.example:8080/bar/K7M2QX',
  'ftp://brinde.example/bar/K7M2QX',
  'wss://brinde.example/bar/K7M2QX',
  'https://brinde.workers.dev/bar/K7M2QX',
  'https://evil.www.brinde.example/bar/K7M2QX',
  'https://www.brinde.example@evil.test/bar/K7M2QX',
  'http://somebody@brinde.example/bar/K7M2QX',
  'evil.test/bar/K7M2QX',
  'evil.test/https://brinde.example/bar/K7M2QX',
  'brinde.example.evil.test/bar/K7M2QX',
  'brinde.example:443@evil.test/bar/K7M2QX',
  'brinde.example\\@evil.test/bar/K7M2QX',
  'javascript:brinde.example/bar/K7M2QX',
  'brinde.example/admin',
  'brinde.example/bar/K7M2QX/../../admin',
  'https://brіnde.example/bar/K7M2QX', // a Cyrillic і
  '//brinde.example/bar/K7M2QX',
  '/bar/K7M2QX',
  'javascript:location="https://brinde.example/bar/K7M2QX"',
  'data:text/html,https://brinde.example/bar/K7M2QX',
  'data:,https://brinde.example/bar/K7M2QX',
  'javascript:"https://brinde.example/bar/K7M2QX"',
  'blob:https://brinde.example/bar/K7M2QX',
  'Link:blob:https://brinde.example/bar/K7M2QX',
  'BLOB:HTTPS://BRINDE.EXAMPLE/BAR/K7M2QX',
  'filesystem:https://brinde.example/bar/K7M2QX',
  'view-source:https://brinde.example/bar/K7M2QX',
  'view-source:brinde.example/bar/K7M2QX',
  'jar:https://brinde.example/bar/K7M2QX',
  'feed:https://brinde.example/bar/K7M2QX',
  'Link:https://evil.test/bar/K7M2QX',
  'brinde.example:https://evil.test/bar/K7M2QX',
  'https://brinde.example/bar/K7M2QX/chat/somebody',
  'https://brinde.example/bar/K7M2QX/table/1/2',
  'https://brinde.example/bar/%',
  'https://brinde.example/admin',
  'WIFI:S:bar;T:WPA;P:cerveja;;',
  '7891000315507',
  'K7M2Q',
  'K7M2Q1',
  'tel:234567',
  'x.yz/ab2',
  'WIFI:K7M2QX',
  'K7M2QX ou K7M2QW',
  'Bar do Mestre',
  'Mesa 12 do Garden',
  'BAR DO MESTRE KMPQRT',
  'MESTRE MESTRE',
  'Vem pra https://evil.test/bar/K7M2QX',
  '',
])('T36 %s is no bar of ours', (text) => {
  expect(read(text)).toBeNull()
})

test('T36 an address of 4 KB is refused before it is parsed', () => {
  expect(read(`${ORIGIN}/bar/K7M2QX?${'x'.repeat(4_096)}`)).toBeNull()
})

const piece = fc.constantFrom(
  'javascript:',
  'data:text/html,',
  'blob:',
  'https:',
  'http:',
  '//',
  '/',
  '\\',
  '@',
  ':',
  '#',
  '?',
  '%',
  '%2f',
  '%2e%2e',
  '..',
  '\t',
  '\n',
  '\0',
  '\u202e',
  '。',
  'evil.test',
  'brinde.example',
  'www.',
  'www.brinde.example',
  'brinde.workers.dev:8080',
  'http://brinde.example',
  ORIGIN,
  '/bar/',
  'K7M2QX',
  '/table/',
  '12',
  'brіnde.example',
  '[::1]',
  'xn--',
  ' ',
  '🍻',
)
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 24 }),
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc
    .tuple(
      fc.constantFrom(ORIGIN, 'http://brinde.example', 'brinde.example', ...OTHER_HOSTS),
      fc.constantFrom('/bar/', '/bar/K7M2QX/table/'),
      fc.string({ unit: 'grapheme', maxLength: 14 }),
    )
    .map((parts) => parts.join('')),
  piece.map((repeated) => repeated.repeat(4_096)),
)

test('T36 no text leads out of a bar’s pages on this origin', () => {
  let led = 0
  fc.assert(
    fc.property(hostile, (text) => {
      const found = read(text)
      if (!found) return
      led++
      const { barId, table } = found
      const page = new URL(
        table ? address(PAGES.table, { barId, tableId: table }) : address(PAGES.bar, { barId }),
        ORIGIN,
      )
      expect(page.origin).toBe(ORIGIN)
      expect(page.pathname).toMatch(/^\/bar\/[2-9A-HJKMNP-TV-Z]{6}(?:\/|$)/)
    }),
    { numRuns: FUZZED_TEXTS },
  )
  expect(led).toBeGreaterThan(0)
})
