import type { Page } from '@playwright/test'
import { address } from '#contract/address.ts'
import { BAR_PARAMETER } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/pages.ts'
import { aPhoto } from '#test/fakes/bar-pictures.ts'
import { expect, test } from './e2e.ts'
import { MonitorPage } from './monitor-page.ts'
import type { Cuts, PrintedPage } from './read-print.ts'
import { readPrint } from './read-print.ts'
import { AT_A_DESK, IS_SHORT } from './run-scope.ts'

test.use(AT_A_DESK)

const LONGEST_NAME = `Boteco ${'e Cervejaria '.repeat(5)}São Jor`.slice(0, 80)
const DESIGNS = ['Letreiro', 'Bolacha', 'Manchete']
/** Cut along the dashed lines. */
const CARDS: Cuts = { columns: 2, rows: 3, marginMm: { x: 8, y: 9 } }
const CARDS_PER_PAGE = 6

/** The printed pages, or those of a range, cut into pieces. */
async function printOut(page: Page, cuts?: Cuts, pageRanges = ''): Promise<PrintedPage[]> {
  await page.evaluate(async () => {
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })
  return readPrint(await page.pdf({ preferCSSPageSize: true, pageRanges }), cuts)
}

test('poster and cards fit A4 in each design with the longest name, and each code leads to its table', async ({
  admin: bringIn,
  server,
}) => {
  // Chromium counts from the board's load, not from the sheets' styles.
  const admin = await bringIn({ expects: [/preloaded using link preload but not used/] })
  const { page } = admin
  await page.goto('/admin')
  await admin.fillLeast(LONGEST_NAME)
  const sent = page.waitForResponse('**/api/admin/media/logos')
  await admin.choose('Adicionar Logo', aPhoto(7))
  await sent
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const barId = await admin.register()
  await expect(page).toHaveURL('/barmonitor')
  const acts = await new MonitorPage(admin).openActions(LONGEST_NAME)
  await acts.getByRole('link', { name: 'Imprimir cartaz e cartões' }).click()
  await expect(page).toHaveURL(address(PAGES.print, { [BAR_PARAMETER]: barId }))
  await expect(page.getByRole('article', { name: 'Cartaz do bar' })).toBeVisible()
  const barAddress = `${server.origin}/bar/${barId}`
  const host = `o endereço começa com ${new URL(server.origin).host}`
  const isSheet = ({ text, offA4Mm, ink }: PrintedPage) => {
    // On a card it may be two lines.
    expect(text.replaceAll(/\s+/g, ' ')).toContain(host)
    expect(text).not.toMatch(/O que imprimir|Quantas mesas/)
    expect(offA4Mm).toBeLessThan(0.5)
    // A code in black on white paper: no dark background is ever printed.
    expect(ink).toBeLessThan(0.25)
  }
  for (const design of DESIGNS) {
    await page.getByText('Cartaz do bar', { exact: true }).click()
    await page.getByText(design, { exact: true }).click()
    const [poster, ...more] = await printOut(page)
    expect(more, design).toEqual([])
    expect(poster?.pieces, design).toEqual([[barAddress]])
    expect(poster?.text, design).toContain(barId)
    expect(poster?.ink, design).toBeGreaterThan(0.02)
    if (poster) isSheet(poster)
    await page.getByText('Cartões de mesa', { exact: true }).click()
    // The last design prints the maximum of tables.
    const tables = design === DESIGNS.at(-1) ? 200 : 14
    const field = page.getByRole('textbox', { name: 'Quantas mesas' })
    for (const wrong of design === DESIGNS[0] ? ['0', '201', 'doze', ''] : []) {
      await field.fill(wrong)
      await expect(field).toHaveAccessibleDescription(/Use um número de 1 a 200\./)
      await expect(page.getByRole('button', { name: 'Imprimir' })).toBeDisabled()
    }
    await field.fill(String(tables))
    const pages = Math.ceil(tables / CARDS_PER_PAGE)
    await expect(page.getByRole('article')).toHaveCount(pages)
    expect(await findOverfull(page), design).toEqual([])
    // Reading a page takes a third of a second, so a short run reads only the first and the last.
    const isWhole = tables < 200 || !IS_SHORT
    const cards = await printOut(page, CARDS, isWhole ? '' : `1,${pages}`)
    const isRead = (_: unknown, at: number) => isWhole || at === 0 || at === pages - 1
    const toCards = (of: (table: number) => string) => onCards(tables, of).filter(isRead)
    const codes = cards.map(({ pieces }) => pieces)
    expect(codes, design).toEqual(toCards((table) => `${barAddress}/table/${table}`))
    const labels = cards.map(({ text }) => text.match(/Mesa \d+/g))
    // The last design prints the number on a separate line.
    if (tables < 200)
      expect(labels, design).toEqual(toCards((table) => `Mesa ${table}`).map((one) => one.flat()))
    for (const card of cards) isSheet(card)
  }
})

/** Cards whose words need more room than they have. */
const findOverfull = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('article section')]
      .filter((card) => card.scrollHeight > card.clientHeight + 1)
      .map((card) => card.getAttribute('aria-label')),
  )

/** Lists the text of each card on each page, by table. The last page may have empty places. */
function onCards(tables: number, of: (table: number) => string): string[][][] {
  const pages = Math.ceil(tables / CARDS_PER_PAGE)
  return Array.from({ length: pages }, (_, page) =>
    Array.from({ length: CARDS_PER_PAGE }, (_card, place) => {
      const table = page * CARDS_PER_PAGE + place + 1
      return table <= tables ? [of(table)] : []
    }),
  )
}
