import { LIMITS } from '#contract/limits.ts'
import { countGraphemes, toLine } from '#contract/plain-text.ts'
import { expect, test } from './e2e.ts'
import { Patron } from './patron.ts'

const MARK = 'window.__xss=1'
const CORPUS = [
  `<script>${MARK}</script>`,
  `<img src=x onerror=${MARK}>`,
  `<svg onload=${MARK}>`,
  `"><svg/onload=${MARK}>`,
  `'-${MARK}-'`,
  `javascript:${MARK}`,
  `<iframe srcdoc="<script>parent.${MARK}</script>">`,
  `<a href="javascript:${MARK}">a</a>`,
  `{{constructor.constructor("${MARK}")()}}`,
  `</script><script>${MARK}</script>`,
  `<style>*{display:none}</style>`,
  `<base href="//evil.example">`,
  `<form action="//evil.example"><button>x`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${MARK}>`,
  `&lt;script&gt;${MARK}&lt;/script&gt;`,
  `\\u003cscript\\u003e${MARK}`,
  `%3Cscript%3E${MARK}`,
  `<details open ontoggle=${MARK}>`,
  `__proto__`,
  `\u202Egnp.elgoog`,
]

test('T21 hostile names, tables and messages are text on every screen of a patron', async ({
  bar,
  patron,
  person,
}) => {
  test.slow()
  const ana = await patron('Ana')
  await ana.sitDown(bar.id, '1')
  const name = shorten(`<img src=x onerror=${MARK}>`, LIMITS.nameGraphemes)
  const hostile = new Patron(await person(), name)
  const isTold = await ana.watchForToast('Novo usuário', `${name} entrou no bar`)
  await hostile.page.goto(`/bar/${bar.id}/table/${encodeURIComponent('<b>1')}`)
  await hostile.makeProfile()
  await isTold()
  await expect(ana.row(name)).toContainText('Mesa <b>1')

  await hostile.openChatWith('Ana')
  await ana.openChatWith(name)
  // One person may send ten messages at once.
  const half = CORPUS.slice(0, 10)
  for (const text of half) await hostile.say(text)
  await ana.sees(half.map((text) => toLine(text)))
  for (const text of CORPUS.slice(half.length)) await ana.say(text)
  await hostile.sees(CORPUS.map((text) => toLine(text)))
  await ana.page.reload()
  await ana.sees(CORPUS.map((text) => toLine(text)))

  for (const { page } of [ana, hostile]) {
    expect(await page.evaluate(() => '__xss' in window)).toBe(false)
    expect(await page.locator('#root').locator('script, iframe, img, base, style').count()).toBe(0)
  }
})

test('T21 trusted types stop what a careless line of ours would do', async ({ person }) => {
  const { page } = await person({ expects: [/CSP: require-trusted-types-for|TrustedHTML/] })
  await page.goto('/')
  const outcome = await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.__xss=1">')
      return 'done'
    } catch (error) {
      return String(error)
    }
  })
  expect(outcome).toContain('TypeError')
  expect(await page.evaluate(() => '__xss' in window)).toBe(false)
})

/** As much of a text as a field takes. */
function shorten(text: string, graphemes: number): string {
  let fitting = text
  while (countGraphemes(fitting) > graphemes) fitting = fitting.slice(0, -1)
  return fitting
}
