import { continueVisit, drawnPage, offlinePage, undrawnPage, wayBack } from 'virtual:start-scripts'
import { expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { LANGUAGE_COOKIE } from '#contract/languages.ts'
import { PAGES } from '#contract/pages.ts'
import { MANIFEST, OFFLINE_PAGE } from '#contract/paths.ts'
import { SHELL_WORDS } from '#contract/shells.ts'
import { siteTexts as inSpanish } from '#contract/texts/es/site.ts'
import { noPageTexts } from '#contract/texts/no-page.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { setColumns } from '#test/worker/admin.ts'
import { ask } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'

const rootOf = (html: string) =>
  /<div id="root">(.*)<\/div>\s*(?:<script[^>]*>.*)?<\/body>/s.exec(html)?.[1] ?? ''
const SCRIPT = /<script nonce="[\w-]{22}"(?: data-start="([^"]*)")?>(.*?)<\/script>/gs
/** The scripts of web/start in a page, each with its data. */
const startsOf = (html: string) =>
  [...html.matchAll(SCRIPT)].map(([, data, code]) => ({
    code,
    data: data && JSON.parse(data.replaceAll('&quot;', '"')),
  }))
const read = async (path: string, bindings = {}) => (await ask(path, {}, bindings)).text()

/** Returns the path of a bar with these columns. */
async function openBar(columns: Record<string, string | number> = {}): Promise<string> {
  const { barId } = await Bar.open()
  await setColumns(barId, { name: 'Boteco da Ana', ...columns })
  return address(PAGES.bar, { barId })
}

const LONG = 'Botequim do Seu Zé da Esquina da Praça'

test.each([
  ['its name and city', {}, '', '<h1 class="text-3xl">Boteco da Ana</h1><p>São Paulo</p>'],
  ['a long name smaller', { name: LONG }, '', `<h1 class="text-2xl">${LONG}</h1><p>São Paulo</p>`],
  [
    'its description and tonight’s text, and boxes for its pictures',
    {
      description: 'Chope <gelado>\n& samba',
      tonight: '<b>21h</b>',
      logo_url: '/media/logos/x',
      cover_url: '/media/photos/x',
    },
    '',
    '<i></i><h1>Boteco da Ana</h1><b>&lt;b&gt;21h&lt;/b&gt;</b><p>Chope &lt;gelado&gt;\n&amp; samba</p>',
  ],
  [
    'the same head at a table, with the first photo where there is no cover',
    { tonight: 'Samba', photos_url: '["/media/photos/x"]', entry_code_on: 1 },
    '/table/7',
    '<template><i></i><h1>Boteco da Ana</h1><b>Samba</b></template>',
  ],
])('a bar’s page shows %s', async (_, columns, place, drawn) => {
  expect(rootOf(await read((await openBar(columns)) + place))).toBe(drawn)
})

test.each([...Object.values(SHELL_WORDS), '__CSP_NONCE__', '$&', "$'"])(
  'a bar named %s keeps its name',
  async (name) => {
    const root = rootOf(await read(await openBar({ name, city: SHELL_WORDS.barName })))
    expect(root).toContain(`>${name.replace('&', '&amp;').replace("'", '&#39;')}</h1>`)
    expect(root).toContain(`>${SHELL_WORDS.barName}</p>`)
  },
)

test('a table’s page is rendered for new people, with bar and table filled in', async () => {
  const path = await openBar()
  const html = await read(`${path}/table/Varanda%20%3C2%3E`)
  expect(rootOf(html)).toBe(
    `<template><h1>Boteco da Ana</h1><p>Mesa Varanda &lt;2&gt;</p><a href="${path}">Outra</a></template>`,
  )
  expect(startsOf(html)).toMatchObject([{ code: drawnPage, data: { isForNewPeople: true } }])
})

test.each([
  ['Balcão', 'No balcão'],
  ['Pista', 'Na pista'],
  ['Em pé', 'Em pé'],
  ['balcão', 'Mesa balcão'],
  [SHELL_WORDS.table, `Mesa ${SHELL_WORDS.table}`],
])('a table’s page names the place %s as the page itself does', async (table, drawn) => {
  const path = await openBar()
  expect(rootOf(await read(`${path}/table/${encodeURIComponent(table)}`))).toContain(
    `<p>${drawn}</p>`,
  )
})

test('a page that depends on the person, or has no open bar or no table, comes empty', async () => {
  const path = await openBar()
  const closed = await openBar({ paused_at: 1 })
  const notTables = ['0194f7a2-1111-4000-8000-000000000000', '%20', '%E0%A4%A', '%FF']
  for (const page of [
    `${path}/chat/x`,
    '/admin',
    '/nowhere',
    '/bar/222222',
    '/bar/222222/table/7',
    ...notTables.map((table) => `${path}/table/${table}`),
    `${closed}/table/7`,
  ]) {
    expect([page, rootOf(await read(page))]).toEqual([page, ''])
  }
})

test.each([
  ['the landing page', '/', false],
  ['a bar’s page', null, true],
])('B10 %s loads nothing before the first paint', async (_, page, isForNewPeople) => {
  const html = await read(page ?? (await openBar()))
  expect(html).toMatch(/<style nonce="[\w-]{22}">h1{color:red}<\/style>/)
  expect(html).not.toMatch(/<script[^>]* src=|<link rel="(?:stylesheet|manifest)/)
  const { unstarted: text, outdated, reload } = noPageTexts
  const texts = { text, outdated, reload }
  const data = { texts, scripts: ['/assets/main.js'], sheet: '/assets/main.css', isForNewPeople }
  expect(startsOf(html)).toEqual([{ code: drawnPage, data }])
})

test('T63 only a notice’s address continues the visit early, and only the icon’s leads to the last bar', async () => {
  const bar = await openBar()
  const codesOf = async (path: string) => startsOf(await read(path)).map(({ code }) => code)
  for (const [path, ordinary] of [
    [bar, drawnPage],
    [`${bar}/chat/x`, undrawnPage],
  ] as const) {
    const html = await read(`${path}?volta`)
    expect(startsOf(html)).toMatchObject([
      { code: continueVisit, data: { barId: bar.slice('/bar/'.length) } },
      { code: undrawnPage },
    ])
    expect(html).toMatch(/<div id="root"><div[^>]*><p role="status" [^>]*>Carregando/)
    expect(await codesOf(path)).toEqual([ordinary])
    const other = await ask(`${path}?volta=x`, { redirect: 'manual' })
    expect([other.status, other.headers.get('Location')]).toEqual([308, path])
  }
  expect(await codesOf('/?volta')).toEqual([wayBack, drawnPage])
  for (const path of ['/', '/bar-access?volta']) expect(await codesOf(path)).not.toContain(wayBack)
})

test('the landing page has the product’s name, as a logo or as text', async () => {
  expect(rootOf(await read('/'))).toBe('<h1>Brinde</h1>')
  expect(rootOf(await read('/', { PRODUCT_NAME: 'Saúde & Cia' }))).toBe('<h1>Saúde &amp; Cia</h1>')
})

test('the manifest names the product in the chosen language', async () => {
  const answer = await ask(MANIFEST, {}, { PRODUCT_NAME: 'Saúde' })
  expect(answer.headers.get('content-type')).toBe('application/manifest+json')
  expect(await answer.json()).toMatchObject({
    name: 'Saúde',
    short_name: 'Saúde',
    start_url: '/?volta',
    display: 'standalone',
    lang: 'pt-BR',
  })
  const headers = { Cookie: `${LANGUAGE_COOKIE}=es`, 'Accept-Language': 'en-US' }
  const chosen = await ask(MANIFEST, { headers })
  expect(await chosen.json()).toMatchObject({ lang: 'es', description: inSpanish.tagline })
  expect(chosen.headers.get('Vary')).toContain('Cookie')
})

test('the offline page only waits for a connection, has no data and is in Portuguese', async () => {
  const html = await read(OFFLINE_PAGE, { PRODUCT_NAME: 'Saúde' })
  expect(html).toContain(`<title>${sharedTexts.offlineTitle} · Saúde</title>`)
  expect(html).toContain('<link rel="stylesheet"')
  expect(html).not.toMatch(/<script[^>]* src|modulepreload|page-data/)
  expect(startsOf(html)).toEqual([{ code: offlinePage, data: undefined }])
  expect(rootOf(html)).toBe('<b>Saúde</b><a href="">Tentar de novo</a>')
})
