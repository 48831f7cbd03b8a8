import { expect, inject, test } from 'vitest'
import { LANGUAGE_COOKIE, LANGUAGES } from '#contract/languages.ts'
import { PAGES } from '#contract/pages.ts'
import { COME_BACK, OFFLINE_PAGE } from '#contract/paths.ts'
import { findMarkupFaults } from '#test/screens/find-markup-faults.ts'
import { takeBar } from '#test/server/bar-pool.ts'

const { id } = takeBar(inject('stateDir'))
const PATHS = [
  ...Object.values(PAGES),
  ...[PAGES.landing, PAGES.bar, PAGES.chat].map((page) => page + COME_BACK),
  OFFLINE_PAGE,
  '/nope',
].map((page) => page.replace(':barId', id).replace(':tableId', '7').replace(':userId', 'x'))

test.each(PATHS)('%s is served as valid HTML in every language', async (path) => {
  for (const language of LANGUAGES) {
    const headers = { Cookie: `${LANGUAGE_COOKIE}=${language}` }
    const answer = await fetch(`${inject('origin')}${path}`, { headers })
    const html = await answer.text()
    expect(html).toMatch(/^<!doctype html>/)
    expect([language, await findMarkupFaults(html)]).toEqual([language, []])
  }
})

const PAGE = (head: string, body: string) =>
  `<!doctype html><html lang="pt-BR"><head><title>x</title>${head}</head><body>${body}</body></html>`

test.each([
  ['', '<h1 vt-name="_R_2_">x</h1>', /attribute vt-name of <h1>/],
  ['', '<input type="checkbox" role="switch" aria-checked="true">', /aria-checked repeats/],
  ['', '<ul aria-label="Equipe"></ul>', /no item/],
  ['<meta property="csp-nonce" nonce="x">', '', /no content/],
  ['', '<p><div>x</div></p>', /Stray end tag/],
  ['', '<blink>x</blink>', /blink/],
])('%s%s is a fault', async (head, body, fault) => {
  expect(await findMarkupFaults(PAGE('', '<h1>x</h1>'))).toEqual([])
  expect(await findMarkupFaults(PAGE(head, body))).toContainEqual(expect.stringMatching(fault))
})
