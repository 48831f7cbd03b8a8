import type { Page } from '@playwright/test'
import { toSheets } from '#contract/admin-paths.ts'
import { aPhoto } from '#test/fakes/bar-pictures.ts'
import { expect, test } from './e2e.ts'
import type { Cuts, PrintedPage } from './read-print.ts'
import { readPrint } from './read-print.ts'
import { AT_A_DESK, IS_SHORT } from './run-scope.ts'

test.use(AT_A_DESK)

const LONGEST_NAME = `Boteco ${'e Cervejaria '.repeat(5)}São Jor`.slice(0, 80)
const TABLES = 14
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

test('the poster is one A4 sheet whose code leads to the bar; the cards are six a page, each with the code of its own table', async ({
  bar,
  monitor,
  server,
}) => {
  test.slow()
  // Chromium counts from the board's load, not from the sheets' styles.
  const board = await monitor({ expects: [/preloaded using link preload but not used/] })
  const { page } = board
  await board.open()
  const acts = await board.openActions(bar.name)
  await acts.getByRole('link', { name: 'Imprimir cartaz e cartões' }).click()
  await expect(page).toHaveURL(toSheets(bar.id))
  await expect(page.getByRole('article', { name: 'Cartaz do bar' })).toBeVisible()

  const [poster, ...more] = await printOut(page)
  expect(more).toEqual([])
  expect(poster?.pieces).toEqual([[`${server.origin}/bar/${bar.id}`]])
  expect(poster?.text).toContain(bar.name)
  expect(poster?.text).toContain(bar.id)
  expect(poster?.text).toContain(`o endereço começa com ${new URL(server.origin).host}`)
  expect(poster?.text).not.toMatch(/O que imprimir|Quantas mesas/)
  expect(poster?.offA4Mm).toBeLessThan(0.5)
  // A code in black on white paper: no dark background is ever printed.
  expect(poster?.ink).toBeGreaterThan(0.02)
  expect(poster?.ink).toBeLessThan(0.25)

  await page.getByText('Cartões de mesa', { exact: true }).click()
  const tables = page.getByRole('textbox', { name: 'Quantas mesas' })
  for (const wrong of ['0', '201', 'doze', '']) {
    await tables.fill(wrong)
    await expect(tables).toHaveAccessibleDescription(/Use um número de 1 a 200\./)
    await expect(page.getByRole('button', { name: 'Imprimir' })).toBeDisabled()
  }
  await tables.fill(String(TABLES))
  await expect(page.getByRole('article')).toHaveCount(3)

  const pages = await printOut(page, CARDS)
  const addresses = onCards(TABLES, (table) => `${server.origin}/bar/${bar.id}/table/${table}`)
  expect(pages.map(({ pieces }) => pieces)).toEqual(addresses)
  for (const [index, { text, offA4Mm, ink }] of pages.entries()) {
    const labels = onCards(TABLES, (table) => `Mesa ${table}`)[index]?.flat() ?? []
    expect(text.match(/Mesa \d+/g)).toEqual(labels)
    expect(text).toContain(`o endereço começa com ${new URL(server.origin).host}`)
    expect(offA4Mm).toBeLessThan(0.5)
    expect(ink).toBeLessThan(0.25)
  }
})

test('in each design, with the longest name, a logo and the most tables every code is readable on paper', async ({
  admin: bringIn,
  server,
}) => {
  test.slow()
  const admin = await bringIn()
  const { page } = admin
  await page.goto('/admin')
  await admin.fillLeast(LONGEST_NAME)
  const sent = page.waitForResponse('**/api/admin/media/logos')
  await admin.choose('Adicionar Logo', aPhoto(7))
  await sent
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const barId = await admin.register()
  await expect(admin.toast('Bar cadastrado com sucesso!')).toBeVisible()
  await page.goto(toSheets(barId))
  await expect(page.getByRole('article', { name: 'Cartaz do bar' })).toBeVisible()
  const address = `${server.origin}/bar/${barId}`
  const toCards = (tables: number) => onCards(tables, (table) => `${address}/table/${table}`)
  for (const design of DESIGNS) {
    await page.getByText('Cartaz do bar', { exact: true }).click()
    await page.getByText(design, { exact: true }).click()
    const [poster, ...more] = await printOut(page)
    expect(more, design).toEqual([])
    expect(poster?.pieces, design).toEqual([[address]])
    expect(poster?.text, design).toContain(barId)
    expect(poster?.text, design).toContain('o endereço começa com')
    expect(poster?.ink, design).toBeLessThan(0.25)
    await page.getByText('Cartões de mesa', { exact: true }).click()
    // Of the last design as many as there may be.
    const tables = design === DESIGNS.at(-1) ? 200 : CARDS_PER_PAGE
    await page.getByRole('textbox', { name: 'Quantas mesas' }).fill(String(tables))
    const pages = tables === 200 ? 34 : 1
    await expect(page.getByRole('article')).toHaveCount(pages)
    expect(await findOverfull(page), design).toEqual([])
    // To read a page takes a third of a second: a short run takes the first and the last.
    const isWhole = pages === 1 || !IS_SHORT
    const cards = await printOut(page, CARDS, isWhole ? '' : `1,${pages}`)
    const isRead = (_: unknown, at: number) => isWhole || at === 0 || at === pages - 1
    expect(
      cards.map(({ pieces }) => pieces),
      design,
    ).toEqual(toCards(tables).filter(isRead))
  }
})

/** Cards whose words need more room than they have. */
const findOverfull = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('article section')]
      .filter((card) => card.scrollHeight > card.clientHeight + 1)
      .map((card) => card.getAttribute('aria-label')),
  )

/** What stands on each card of each page, the tables in their order; the last page may have empty places. */
function onCards(tables: number, of: (table: number) => string): string[][][] {
  const pages = Math.ceil(tables / CARDS_PER_PAGE)
  return Array.from({ length: pages }, (_, page) =>
    Array.from({ length: CARDS_PER_PAGE }, (_card, place) => {
      const table = page * CARDS_PER_PAGE + place + 1
      return table <= tables ? [of(table)] : []
    }),
  )
}
