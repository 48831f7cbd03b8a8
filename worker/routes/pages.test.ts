import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { pageDataSchema } from '#contract/page-data.ts'
import { PAGES } from '#contract/pages.ts'
import { siteTexts } from '#contract/texts/site.ts'
import { setColumns } from '#test/worker/admin.ts'
import { ASSETS, ask, ORIGIN } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { servePages } from './pages.ts'

const nameBar = (barId: string, name: string, logo: string | null = null) =>
  setColumns(barId, { name, description: name, logo_url: logo })

const dataOf = (html: string) => {
  const block = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)
  return v.parse(pageDataSchema, JSON.parse(block?.[1] ?? ''))
}
const metaOf = (html: string, key: string) =>
  new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)" />`).exec(html)?.[1]
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1]

test.each(['/', '/bar-access', '/admin-login', '/admin', '/barmonitor'])(
  'the page %s carries the product’s name and no bar',
  async (path) => {
    const answer = await ask(path)
    const html = await answer.text()
    expect([answer.status, titleOf(html)]).toEqual([200, 'Brinde'])
    const names = ['og:title', 'og:description', 'application-name', 'og:url']
    const named = names.map((name) => metaOf(html, name))
    expect(named).toEqual(['Brinde', siteTexts.tagline, 'Brinde', ORIGIN + path])
    expect(dataOf(html)).toMatchObject({ productName: 'Brinde', bar: null, otherHosts: [] })
    expect(html).toContain('<html lang="pt-BR">')
  },
)

test('every page names the operator of the site, if the settings do', async () => {
  const OPERATOR = { OPERATOR_NAME: 'Brinde Ltda.', OPERATOR_CNPJ: '11.222.333/0001-81' }
  const named = await ask('/privacidade', {}, { ...OPERATOR, PRIVACY_CONTACT: 'dados@b.example' })
  expect(dataOf(await named.text()).operator).toEqual({
    name: 'Brinde Ltda.',
    cnpj: '11.222.333/0001-81',
    contact: '',
    privacyContact: 'dados@b.example',
  })
  expect(dataOf(await (await ask('/privacidade')).text()).operator).toBeUndefined()
})

test('every page of a bar contains the bar’s data at the first paint', async () => {
  const { barId } = await Bar.open()
  await nameBar(barId, 'Boteco da Ana', '/media/logos/x.png')
  for (const path of [
    address(PAGES.bar, { barId }),
    address(PAGES.table, { barId, tableId: '7 B' }),
    address(PAGES.chat, { barId, userId: 'x' }),
  ]) {
    const html = await (await ask(path)).text()
    expect([titleOf(html), metaOf(html, 'og:title'), metaOf(html, 'og:image')]).toEqual([
      'Boteco da Ana · Brinde',
      'Boteco da Ana · Brinde',
      `${ORIGIN}/media/logos/x.png`,
    ])
    expect(dataOf(html).bar).toMatchObject({ id: barId, name: 'Boteco da Ana' })
  }
})

test('the product’s name, its address and its other hosts are settings', async () => {
  const bindings = {
    PRODUCT_NAME: 'Saúde',
    PUBLIC_URL: 'https://saude.example/',
    OTHER_HOSTS: ' WWW.saude.example, s.workers.dev ',
  }
  const html = await (await ask('/bar-access?x=1', {}, bindings)).text()
  expect([titleOf(html), metaOf(html, 'og:url'), dataOf(html).otherHosts]).toEqual([
    'Saúde',
    'https://saude.example/bar-access',
    ['saude.example', 'www.saude.example', 's.workers.dev'],
  ])
})

test('O6 every spelling of a bar’s address redirects to the one', async () => {
  const { barId } = await Bar.open()
  const dashed = `${barId.slice(0, 3)}-${barId.slice(3)}`.toLowerCase()
  const spellings = [
    [`/bar/${dashed}/table/7%20B?from=qr`, '/table/7%20B'],
    [`/BAR/${barId}`, ''],
    [`/Bar/${barId.toLowerCase()}/`, ''],
    [`/bar/${barId}/table/12/`, '/table/12'],
    [`/bar/${barId}//`, ''],
    [`//bar/${barId}`, ''],
    [`/bar//${barId}`, ''],
    [`/bar/${barId}/table//12`, '/table/12'],
    [`/bar/${barId}/table/`, ''],
    [`/bar/${barId}/table`, ''],
    [`/BAR/${barId}/TABLE/Varanda`, '/table/Varanda'],
    [`/bar/${barId}.`, ''],
    [`/bar/%20${barId}%E2%80%8B`, ''],
    [`/bar/${barId}?utm_source=ig&fbclid=x`, ''],
    [`/bar/${barId}?volta&utm_source=ig`, '?volta'],
    [`/bar/${barId}/chat/6f1e?x`, '/chat/6f1e'],
  ] as const
  for (const [path, rest] of spellings) {
    const answer = await ask(ORIGIN + path, { redirect: 'manual' })
    expect([path, answer.status, answer.headers.get('Location')]).toEqual([
      path,
      308,
      `/bar/${barId}${rest}`,
    ])
  }
})

test.each([
  ['/Bar-Access/', '/bar-access'],
  ['/BARMONITOR/Codigo/brnde2', '/barmonitor/codigo/BRNDE2'],
  ['/admin/bar/?bar=BRNDE2', '/admin/bar?bar=BRNDE2'],
  ['/TERMOS', '/termos'],
  ['//', '/'],
  ['//admin//print', '/admin/print'],
])('O6 %s redirects to %s', async (path, address) => {
  const answer = await ask(ORIGIN + path, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('Location')]).toEqual([308, address])
})

test.each([
  '/nope',
  '/bar',
  '/bar/ZZZZZZ',
  '/bar/nope/table/1',
  '/index.html',
  '/a.js',
  '//x.example/',
  '//x.example/bar/BRNDE2',
  '/\\x.example/',
])('the unknown page %s is a 404 with the app’s own page', async (path) => {
  const answer = await ask(ORIGIN + path)
  const html = await answer.text()
  const type = 'text/html; charset=UTF-8'
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([404, type])
  expect(dataOf(html).bar).toBeNull()
})

test('T21 no bar’s name escapes the place where it is written', async () => {
  const { barId } = await Bar.open()
  const shape = (html: string) =>
    html.replace(
      /content="[^"]*"|>[^<]*<\/(?:title|script|h1|p)>|nonce="[^"]*"|class="text-[23]xl"/g,
      '',
    )
  await nameBar(barId, 'x')
  const plain = shape(await (await ask(address(PAGES.bar, { barId }))).text())
  const hostile = fc.constantFrom(
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '"><img src=x onerror=alert(1)>',
    "'",
    '&quot;',
    '$&',
    '$1',
    '__CSP_NONCE__',
    '</title>',
    '</head>',
    '\u2028',
    ']]>',
  )
  const name = fc.array(fc.oneof(hostile, fc.string({ unit: 'grapheme' })), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(name, async (parts) => {
      await nameBar(barId, parts.join(''))
      const html = await (await ask(address(PAGES.bar, { barId }))).text()
      expect(shape(html)).toBe(plain)
      expect(dataOf(html).bar?.name).toBe(parts.join(''))
    }),
    { numRuns: 60 },
  )
})

test('T21 every page has its own nonce, and its policy names it', async () => {
  const nonces = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const answer = await ask('/')
      const html = await answer.text()
      const [nonce, ...others] = new Set(html.match(/(?<=nonce=")[^"]*/g))
      expect(others).toEqual([])
      expect(answer.headers.get('Content-Security-Policy')).toContain(`script-src 'nonce-${nonce}'`)
      expect(html).not.toContain('__CSP_NONCE__')
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(20)
  expect(nonces.every((nonce) => nonce && nonce.length >= 22)).toBe(true) // 128 bits as base64url
})

test('HEAD answers like GET, without the page', async () => {
  const answer = await ask('/', { method: 'HEAD' })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect(answer.headers.get('Content-Security-Policy')).toContain("script-src 'nonce-")
})

test.each([
  ['everybody', true],
  ['patron', true],
  ['staff', false],
  ['admin', false],
] as const)('a page open to %s is served, and offers English: %s', async (openTo, isOffered) => {
  const served = servePages([{ path: '/paper', openTo }])
  const headers = { 'Accept-Language': 'en' }
  const answer = await served.request('/paper', { headers }, { ...env, ASSETS })
  const html = await answer.text()
  expect([answer.status, html.includes('data-offer="en"')]).toEqual([200, isOffered])
})

test('a page below a bar’s address knows its bar', async () => {
  const { barId } = await Bar.open()
  await nameBar(barId, 'Boteco da Ana')
  const served = servePages([{ path: `${PAGES.bar}/menu`, openTo: 'everybody' }])
  const answer = await served.request(`/bar/${barId}/menu`, {}, { ...env, ASSETS })
  expect(titleOf(await answer.text())).toBe('Boteco da Ana · Brinde')
})
