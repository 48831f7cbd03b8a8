import { expect, inject, test } from 'vitest'
import { address } from '#contract/address.ts'
import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_S, TRANSLATIONS } from '#contract/languages.ts'
import type { PageRow } from '#contract/pages.ts'
import { isTranslated, PAGE_TABLE, PAGES } from '#contract/pages.ts'
import { OFFLINE_PAGE, SERVICE_WORKERS } from '#contract/paths.ts'
import { entryTexts as inEnglish } from '#contract/texts/en/entry.ts'
import * as personInEnglish from '#contract/texts/en/person.ts'
import { wroteToYou as wroteInEnglish } from '#contract/texts/en/service-worker.ts'
import { sharedTexts as sharedInEnglish } from '#contract/texts/en/shared.ts'
import { siteTexts as siteInEnglish } from '#contract/texts/en/site.ts'
import { entryTexts as inSpanish } from '#contract/texts/es/entry.ts'
import * as personInSpanish from '#contract/texts/es/person.ts'
import { wroteToYou as wroteInSpanish } from '#contract/texts/es/service-worker.ts'
import { sharedTexts as sharedInSpanish } from '#contract/texts/es/shared.ts'
import { siteTexts as siteInSpanish } from '#contract/texts/es/site.ts'
import { takeBar } from '#test/server/bar-pool.ts'

const open = (path: string, headers: HeadersInit = {}) =>
  fetch(`${inject('origin')}${path}`, { headers })

/** Reads a page without its nonce, which is new in every answer. */
async function read(path: string, headers?: HeadersInit): Promise<string> {
  const html = await (await open(path, headers)).text()
  const [, nonce = ''] = /nonce="([^"]*)"/.exec(html) ?? []
  return html.replaceAll(nonce, '')
}

const { id } = takeBar(inject('stateDir'))
const UNTABLED: PageRow[] = [OFFLINE_PAGE, '/nope'].map((path) => ({ path, openTo: 'everybody' }))
const OPENED = [...Object.values<PageRow>(PAGE_TABLE), ...UNTABLED].map((page) => ({
  path: page.path.replace(':barId', id).replace(':tableId', '7').replace(':userId', 'x'),
  translated: isTranslated(page),
}))

test.each(OPENED)(
  'a browser in English reads $path in Portuguese, word for word',
  async ({ path, translated }) => {
    const portuguese = await read(path)
    expect(portuguese).toContain('<html lang="pt-BR">')
    const asked = await read(path, { 'Accept-Language': 'en-US,en;q=0.9' })
    // The staff’s pages are in Portuguese alone, and offer nothing else.
    const offer = translated ? ' data-offer="en"' : ''
    expect(asked.replace(offer, '')).toBe(portuguese)
  },
)

test.each([
  ['en-GB,en;q=0.9,pt;q=0.8', 'en'],
  ['fr-FR, es-AR;q=0.8, en;q=0.5', 'es'],
  ['pt-BR,pt;q=0.9,en;q=0.8', null],
  ['de', null],
  ['', null],
])('a browser that asks for “%s” is offered %s', async (wanted, offered) => {
  const html = await read(address(PAGES.bar, { barId: id }), { 'Accept-Language': wanted })
  expect(/<html data-offer="([^"]*)"/.exec(html)?.[1] ?? null).toBe(offered)
  const chosen = { 'Accept-Language': wanted, Cookie: `${LANGUAGE_COOKIE}=pt-BR` }
  expect(await read(address(PAGES.bar, { barId: id }), chosen)).not.toContain('<html data-offer')
})

const TEXTS = {
  en: {
    ...inEnglish,
    ...sharedInEnglish,
    ...siteInEnglish,
    ...personInEnglish,
    wroteToYou: wroteInEnglish,
  },
  es: {
    ...inSpanish,
    ...sharedInSpanish,
    ...siteInSpanish,
    ...personInSpanish,
    wroteToYou: wroteInSpanish,
  },
}

test.each(TRANSLATIONS)(
  'the cookie gives the first paint and the service worker the language %s, without a script',
  async (language) => {
    const headers = { Cookie: `${LANGUAGE_COOKIE}=${language}` }
    const texts = TEXTS[language]
    for (const { path, translated } of OPENED) {
      const lang = translated ? language : 'pt-BR'
      expect([path, await read(path, headers)]).toEqual([
        path,
        expect.stringContaining(`<html lang="${lang}">`),
      ])
    }
    const landing = await read('/', headers)
    expect(landing).toContain(`>${texts.accessBar}<`)
    expect(landing).toContain(`<meta name="description" content="${texts.tagline}"`)
    expect(await read(PAGES.barAccess, headers)).toContain(texts.barAccessSubtitle)
    expect(await read(OFFLINE_PAGE, headers)).toContain(`>${texts.offlineTitle}</h1>`)
    const bar = { barId: id }
    for (const tableId of ['Balcão', '7'])
      expect(await read(address(PAGES.table, { ...bar, tableId }), headers)).toContain(
        `>${texts.tableLabel(tableId)}</p>`,
      )
    const serviceWorker = await open(SERVICE_WORKERS[language])
    expect(await serviceWorker.text()).toContain(texts.wroteToYou(''))
  },
)

test('the cookie says a language and nothing else, for a year at most', async () => {
  const answer = await open('/', { Cookie: `${LANGUAGE_COOKIE}=en` })
  expect(answer.headers.get('Set-Cookie')).toBe(
    `${LANGUAGE_COOKIE}=en; Max-Age=${LANGUAGE_COOKIE_S}; Path=/; Secure; SameSite=Lax`,
  )
  expect(LANGUAGE_COOKIE_S).toBeLessThanOrEqual(366 * 24 * 3_600)
  for (const other of [`${LANGUAGE_COOKIE}=xx`, `${LANGUAGE_COOKIE}=../en`, 'language=en', '']) {
    const plain = await open('/', { Cookie: other })
    expect(plain.headers.get('Set-Cookie')).toBeNull()
    expect(await plain.text()).toContain('<html lang="pt-BR">')
  }
})
