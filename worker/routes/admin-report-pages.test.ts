import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OpenReportsPage, ReportRank, ReportsPage } from '#contract/reports.ts'
import { TIMINGS } from '#contract/timings.ts'
import { someone } from '#test/worker/admin.ts'
import { aReport, failureOf, statusOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { passTime, stopClock } from '#test/worker/stopped-clock.ts'
import { keepReport } from '#worker/db/reports.ts'

beforeEach(stopClock)

/** Everybody in a bar shares one address. */
const HERE = { network: 'network of the bar' }

/** Reads every page that this path leads to. */
async function pagesOf<Page extends { next: string | null }>(
  ask: (path: string) => Promise<Response>,
  path: string,
): Promise<Page[]> {
  const pages: Page[] = []
  let after: string | null = ''
  while (after !== null) {
    const answer = await ask(after ? `${path}?after=${after}` : path)
    const page: Page = await answer.json<Page>()
    pages.push(page)
    after = page.next
  }
  return pages
}

/** A bar whose staff asks for its open reports. */
async function aBoard() {
  const bar = await Bar.open()
  const { barId } = bar
  const { ask } = await someone('staff', barId)
  const open = () => pagesOf<OpenReportsPage>(ask, address(ADMIN_API.reports, { barId }))
  const of = (personId: string) =>
    pagesOf<ReportsPage>(ask, address(ADMIN_API.personReports, { barId, personId }))
  const close = (reportId: string) =>
    statusOf(ask(address(ADMIN_API.reportClosing, { barId, reportId }), 'PUT'))
  let at = 0
  /** The evidence is gone, as after ninety days. */
  const keep = async (rank: ReportRank, personId: string = crypto.randomUUID()) => {
    at += 1
    const id = crypto.randomUUID()
    const report = { id, barId, reason: 'other', reportedAt: Date.now() + at, personId } as const
    await keepReport(env.DB, { ...report, rank })
    return id
  }
  return { bar, barId, ask, open, of, close, keep }
}

test('T72 a flood of newcomers is one card a person, below a true report of their network, made before or after', async () => {
  const { bar, open, of, close } = await aBoard()
  const [ana, bia] = [await bar.seat('Ana', HERE), await bar.seat('Bia', HERE)]
  const bruto = await bar.seat('Bruto')
  passTime(TIMINGS.newcomerMs + 1)
  const report = (by: typeof ana, other: typeof ana) => {
    passTime(1_000)
    return bar.room.report(by.visit, aReport(other))
  }
  expect(await report(ana, bruto)).toEqual({ ok: true })
  const others = await Promise.all(
    ['Caio', 'Davi', 'Eva', 'Fabi', 'Gil'].map((one) => bar.seat(one)),
  )
  for (let number = 0; number < 11; number += 1) {
    const flooder = await bar.seat(`Pessoa ${number}`, HERE)
    for (const other of others) expect(await report(flooder, other)).toEqual({ ok: true })
    if (number % 4 === 0) await bar.sleep()
  }
  expect(await report(bia, bruto)).toEqual({ ok: true })
  await expect.poll(async () => (await open())[0]?.open).toBe(57)
  const [page, ...more] = await open()
  expect(more).toEqual([])
  const drawn = () =>
    page?.cards.map(({ report: { rank, evidence }, count }) =>
      [evidence?.reporter.name, evidence?.reported.name, rank, count].join(),
    )
  expect(drawn()?.slice(0, 2)).toEqual(['Bia,Bruto,known,1', 'Ana,Bruto,known,1'])
  expect(page?.cards.slice(2).map(({ count }) => count)).toEqual(Array(5).fill(11))
  // Each report is read in its card, and answered alone.
  const [caio] = others
  const reports = (await of(caio?.id ?? '')).flatMap((one) => one.reports)
  expect(reports.map(({ evidence }) => evidence?.reporter.name)).toEqual(
    Array.from({ length: 11 }, (_, number) => `Pessoa ${number}`),
  )
  expect(await close(reports[3]?.id ?? '')).toBe(204)
  const left = (await of(caio?.id ?? '')).flatMap((one) => one.reports)
  expect(left.map(({ id }) => id)).toEqual(reports.map(({ id }) => id).toSpliced(3, 1))
  expect((await open())[0]?.open).toBe(56)
})

test('T72 open reports come in pages: known ones alone, then cards of newcomers, then those beyond the numbers', async () => {
  const { open, of, keep } = await aBoard()
  const known: string[] = []
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const beyond = crypto.randomUUID()
  for (let number = 0; number < LIMITS.reportsPage + 5; number += 1) {
    known.unshift(await keep('known', one))
    await keep('new', one)
    await keep('excess', beyond)
  }
  await keep('excess', one)
  await keep('new', other)
  const pages = await open()
  expect(pages.map(({ cards }) => cards.length)).toEqual([LIMITS.reportsPage, 8])
  expect(pages.map((page) => page.open)).toEqual(Array(2).fill(3 * (LIMITS.reportsPage + 5) + 2))
  const cards = pages.flatMap((page) => page.cards)
  expect(cards.map(({ id, count }) => [id, count])).toEqual([
    ...known.map((id) => [id, 1]),
    [other, 1],
    [one, LIMITS.reportsPage + 6],
    [beyond, LIMITS.reportsPage + 5],
  ])
  expect(cards.at(-2)?.report.rank).toBe('excess')
  const folded = await of(one)
  expect(folded.map(({ reports }) => reports.length)).toEqual([LIMITS.reportsPage, 6])
})

test('T72 closed reports come in pages, and a cursor that is none is refused', async () => {
  const { barId, ask, close, keep } = await aBoard()
  const ids: string[] = []
  for (let number = 0; number < LIMITS.reportsPage + 1; number += 1)
    ids.unshift(await keep('known'))
  await Promise.all(ids.map(close))
  const owner = await someone('owner', barId)
  const path = address(ADMIN_API.closedReports, { barId })
  const pages = await pagesOf<ReportsPage>(owner.ask, path)
  expect(pages.map(({ reports }) => reports.length)).toEqual([LIMITS.reportsPage, 1])
  expect(pages.flatMap(({ reports }) => reports.map(({ id }) => id))).toEqual(ids)
  const person = address(ADMIN_API.personReports, { barId, personId: ids[0] ?? '' })
  for (const asked of [
    owner.ask(`${path}?after=x`),
    ask(`${address(ADMIN_API.reports, { barId })}?after=1.2`),
    ask(`${person}?after=1.x`),
  ]) {
    expect(await failureOf(await asked)).toBe('400 invalid_request')
  }
})
