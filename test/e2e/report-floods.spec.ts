import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { HOUR_MS } from '#contract/durations.ts'
import type { Report, ReportCard, ReportRank, ReportSide } from '#contract/reports.ts'
import { TIMINGS } from '#contract/timings.ts'
import { bars } from '#test/fakes/admin-data.ts'
import { FakeServer } from '#test/fakes/fake-server.ts'
import { NOW } from '#test/fakes/people.ts'
import { refuse } from './answers.ts'
import { test as base, expect } from './e2e.ts'
import type { MonitorPage } from './monitor-page.ts'
import { someOf } from './run-scope.ts'

const [BAR] = bars(1)
if (!BAR) throw new Error('no bar')
const BAR_ID = BAR.id
const REPORTS = address(ADMIN_API.reports, { barId: BAR_ID })
const SIZES = someOf([
  ['a small phone', { width: 360, height: 640 }],
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)

const aSide = (name: string): ReportSide => ({
  personId: name,
  name,
  table: '7',
  hasPhoto: false,
  hasThumbnail: false,
})

const aReport = (id: string, rank: ReportRank, from: string, about: string): Report => ({
  id,
  reason: 'harassment',
  rank,
  state: 'open',
  reportedAt: NOW,
  closedAt: null,
  removalReason: null,
  evidence: { note: '', messages: 0, reporter: aSide(from), reported: aSide(about) },
})

const alone = (report: Report): ReportCard => ({ id: report.id, report, count: 1 })
const TRUE = alone(aReport('true', 'known', 'Bia', 'Bruto'))
const LATE = alone(aReport('late', 'known', 'Eva', 'Gil'))
const FOLDED = ['Caio', 'Davi'].map((from) => aReport(`of ${from}`, 'new', from, 'Ana'))
const FOLD = { id: 'Ana', report: FOLDED[1], count: 2 }

type OpenReports = (
  cards: ReportCard[],
  expects?: RegExp[],
) => Promise<{ board: MonitorPage; fake: FakeServer }>

const test = base.extend<{ openReports: OpenReports }>({
  /** Opens the board of the one bar as its staff, with these reports. */
  openReports: async ({ bar, monitor, server }, use) => {
    await use(async (cards, expects = []) => {
      const board = await monitor({ expects })
      const fake = await FakeServer.start(board.page, server.origin, bar)
      await fake.signIn({ bars: [BAR], role: 'staff', board: { rooms: [] } })
      await fake.answer(REPORTS, { cards, open: cards.length, next: null })
      await board.open()
      return { board, fake }
    })
  },
})

test('with the people folded, the reports of few bars stand above them', async ({
  openReports,
}) => {
  const { board, fake } = await openReports([TRUE])
  const card = board.page.getByRole('article', { name: /Bruto/ })
  await expect(card).toBeVisible()
  await board.page.getByRole('button', { name: 'Dashboard de Usuários' }).click()
  await expect(card).toBeVisible()
  await fake.answer(REPORTS, { cards: [LATE, TRUE], open: 2, next: null })
  fake.tellSection(BAR_ID, { type: 'reports' })
  await board.page.getByRole('button', { name: '1 denúncia nova' }).click()
  await expect(board.page.getByRole('article', { name: /Gil/ })).toBeVisible()
})

test('a report that its room has forgotten can be closed, and removes nobody', async ({
  openReports,
}) => {
  const old = aReport('old', 'known', 'Eva', 'Gil')
  old.reportedAt = NOW - TIMINGS.reportMs
  const young = aReport('young', 'known', 'Bia', 'Bruto')
  young.reportedAt = old.reportedAt + HOUR_MS
  const { board } = await openReports([alone(young), alone(old)])
  const cardOf = (name: RegExp) => board.page.getByRole('article', { name })
  const buttons = (name: RegExp) => cardOf(name).getByRole('button')
  await expect(buttons(/Bruto/)).toHaveText(['Remover desta noite', 'Encerrar'])
  await expect(buttons(/Gil/)).toHaveText(['Encerrar'])
})

test('a report that a colleague has closed is closed here, and its person is removed all the same', async ({
  openReports,
}) => {
  const { board } = await openReports([TRUE, LATE], [/status of 404/])
  const { page } = board
  const ofReport = (pattern: string) => address(pattern, { barId: BAR_ID, reportId: '*' })
  for (const pattern of [ADMIN_API.reportClosing, ADMIN_API.reportRemoval])
    await page.route(ofReport(pattern), refuse('not_found'))
  const removed: string[] = []
  await page.route(address(ADMIN_API.removal, { barId: BAR_ID, personId: '*' }), (route) => {
    removed.push(new URL(route.request().url()).pathname)
    return route.fulfill({ status: 204 })
  })
  const cardOf = (name: RegExp) => page.getByRole('article', { name })
  await cardOf(/Gil/).getByRole('button', { name: 'Encerrar' }).click()
  await board.admin.untilToast('Denúncia encerrada')
  await cardOf(/Bruto/).getByRole('button', { name: 'Remover desta noite' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remover desta noite' }).click()
  await board.admin.untilToast('Visita encerrada')
  expect(removed).toEqual([address(ADMIN_API.removal, { barId: BAR_ID, personId: 'Bruto' })])
})

test('a report that a colleague closes keeps its place, and says so', async ({ openReports }) => {
  const { board, fake } = await openReports([TRUE, LATE])
  const cardOf = (name: RegExp) => board.page.getByRole('article', { name })
  await expect(cardOf(/Gil/)).toBeVisible()
  const before = await cardOf(/Gil/).boundingBox()
  await fake.answer(REPORTS, { cards: [LATE], open: 1, next: null })
  fake.tellSection(BAR_ID, { type: 'reports' })
  await expect(cardOf(/Bruto/)).toContainText('Encerrada')
  for (const button of await cardOf(/Bruto/).getByRole('button').all())
    await expect(button).toBeDisabled()
  expect(await cardOf(/Gil/).boundingBox()).toEqual(before)
})

for (const [size, viewport] of SIZES) {
  test(`T72 on ${size} reports of newcomers are one card, each answered in it, and nothing moves by itself`, async ({
    bar,
    monitor,
    server,
  }) => {
    const board = await monitor()
    const { page } = board
    await page.setViewportSize(viewport)
    const fake = await FakeServer.start(page, server.origin, bar)
    await fake.signIn({ bars: [BAR], role: 'staff', board: { rooms: [] } })
    await fake.answer(REPORTS, { cards: [TRUE, FOLD], open: 24, next: '1.5.Ana' })
    await fake.answer(address(ADMIN_API.personReports, { barId: BAR_ID, personId: 'Ana' }), {
      reports: FOLDED,
      next: null,
    })
    await board.open()
    const cards = page.getByRole('region', { name: 'Denúncias', exact: true }).getByRole('article')
    await expect(cards).toHaveText([/Bruto/, /2 denúncias sobre Ana/])
    await expect(page.getByText('24 denúncias abertas')).toBeAttached()

    const fold = cards.nth(1)
    await fold.getByRole('button', { name: 'Ver as 2 denúncias' }).click()
    const folded = fold.getByRole('listitem')
    await expect(folded).toHaveText([/Caio/, /Davi/])

    await fake.answer(REPORTS, { cards: [LATE, TRUE, FOLD], open: 25, next: '1.5.Ana' })
    const before = await fold.boundingBox()
    fake.tellSection(BAR_ID, { type: 'reports' })
    const pill = page.getByRole('button', { name: '1 denúncia nova' })
    await expect(pill).toBeVisible()
    expect(await fold.boundingBox()).toEqual(before)
    await expect(cards).toHaveCount(2)

    await fake.answer(
      address(ADMIN_API.reportClosing, { barId: BAR_ID, reportId: 'of Caio' }),
      null,
    )
    await fake.answer(REPORTS, {
      cards: [LATE, TRUE, { ...FOLD, count: 1 }],
      open: 24,
      next: '1.5.Ana',
    })
    await folded.first().getByRole('button', { name: 'Encerrar' }).click()
    await expect(cards).toHaveText([/Bruto/, /De quem acabou de chegar\..*Ana.*Davi/])
    await pill.click()
    await expect(cards).toHaveText([/Gil/, /Bruto/, /Davi/])

    await fake.answer(`${REPORTS}?after=1.5.Ana`, {
      cards: [alone(aReport('beyond', 'excess', 'Fabi', 'Hugo'))],
      open: 24,
      next: null,
    })
    // The renewed list ignores presses for a moment.
    const more = page.getByRole('button', { name: 'Mostrar mais denúncias' })
    await expect(async () => {
      if ((await cards.count()) < 4) await more.click({ timeout: 1_000 })
      await expect(cards).toHaveCount(4, { timeout: 1_000 })
    }).toPass()
    await expect(cards).toHaveText([/Gil/, /Bruto/, /Davi/, /entre muitas: sem fotos/])
    await expect(more).toHaveCount(0)
  })
}
