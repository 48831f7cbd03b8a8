import type { SQL } from 'drizzle-orm'
import { and, asc, count, desc, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { WaitingCounts } from '#contract/monitor.ts'
import type { RemovalReason } from '#contract/removals.ts'
import type {
  OpenReportsPage,
  Report,
  ReportCard,
  ReportRank,
  ReportReason,
} from '#contract/reports.ts'
import { REPORT_RANKS } from '#contract/reports.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Granted } from '#worker/policy/rights.ts'
import { alsoGranted } from '#worker/policy/rights.ts'
import type { NewAct } from './acts.ts'
import { insertAct } from './acts.ts'
import { oneBarOf } from './bars-of.ts'
import { database } from './database.ts'
import { readCursor, toPage } from './page.ts'
import { bars, reports } from './schema.ts'

/** The evidence is in R2. */
export type ReportRow = Omit<Report, 'evidence'>
type ReportRows = { reports: ReportRow[]; next: string | null }
type OpenReportRows = Omit<OpenReportsPage, 'cards'> & {
  cards: (Omit<ReportCard, 'report'> & { report: ReportRow })[]
}

const ERASED_AT_ONCE = 90

const COLUMNS = {
  id: reports.id,
  reason: reports.reason,
  rank: reports.rank,
  state: reports.state,
  reportedAt: reports.reportedAt,
  closedAt: reports.closedAt,
  removalReason: reports.removalReason,
}

interface NewReport {
  id: string
  barId: string
  reason: ReportReason
  reportedAt: number
  personId: string
  rank: ReportRank
}

/** Idempotent, even once the report is closed. Its act names no account. */
export async function keepReport(db: D1Database, report: NewReport): Promise<void> {
  const { id, barId, personId, reportedAt: at } = report
  const orm = database(db)
  await orm.batch([
    orm
      .insert(reports)
      .values({ ...report, rank: REPORT_RANKS.indexOf(report.rank), state: 'open' })
      .onConflictDoNothing(),
    insertAct(orm, { id, at, kind: 'report_opened', accountId: '', barId, personId }),
  ])
}

/** The bars with open reports. For administrators, who see every bar. */
export async function countOpenReports(db: D1Database): Promise<WaitingCounts> {
  const rows = await database(db)
    .select({ barId: reports.barId, open: count() })
    .from(reports)
    .innerJoin(bars, eq(bars.id, reports.barId))
    .where(and(eq(reports.state, 'open'), isNull(bars.deletedAt)))
    .groupBy(reports.barId)
  return Object.fromEntries(rows.map(({ barId, open }) => [barId, open]))
}

/** One card for each report of a known visit, and one for those of newcomers about one person. */
export async function listOpenReports(
  db: D1Database,
  { barId }: Granted<'answerReports'>,
  after: string | undefined,
): Promise<OpenReportRows> {
  const orm = database(db)
  const { id, rank, reportedAt } = reports
  const card = sql<string>`iif(${rank} = 0, ${id}, ${reports.personId})`
  const ofCard = sql`PARTITION BY ${card}`
  const open = orm
    .select({
      ...COLUMNS,
      card: card.as('card'),
      cardRank: sql<number>`min(${rank}) OVER (${ofCard})`.as('card_rank'),
      count: sql<number>`count(*) OVER (${ofCard})`.as('of_card'),
      open: sql<number>`count(*) OVER ()`.as('of_bar'),
      place: sql`row_number() OVER (${ofCard} ORDER BY ${reportedAt} DESC, ${id})`.as('place'),
    })
    .from(reports)
    .where(and(eq(reports.barId, barId), eq(reports.state, 'open')))
    .as('open_reports')
  const [cardRank = '', at = '', cardId = ''] = readCursor(after)
  const follows = sql`(${open.cardRank}, -${open.reportedAt}, ${open.card})
    > (${Number(cardRank)}, ${-Number(at)}, ${cardId})`
  const rows = await orm
    .select()
    .from(open)
    .where(and(sql`${open.place} = 1`, after ? follows : undefined))
    .orderBy(sql`${open.cardRank}`, desc(open.reportedAt), sql`${open.card}`)
    .limit(LIMITS.reportsPage + 1)
  const { shown, next } = toPage(rows, LIMITS.reportsPage, (last) => [
    last.cardRank,
    last.reportedAt,
    last.card,
  ])
  const cards = shown.map(({ card: id, count, cardRank: _, open: __, place: ___, ...report }) => ({
    id,
    count,
    report: toReport(report),
  }))
  return { cards, open: rows[0]?.open ?? 0, next }
}

/** Lists open reports of newcomers about one person, oldest first: a later one moves none. */
export function listReportsOf(
  db: D1Database,
  { barId }: Granted<'answerReports'>,
  personId: string,
  after: string | undefined,
): Promise<ReportRows> {
  const ofPerson = and(
    eq(reports.barId, barId),
    eq(reports.state, 'open'),
    eq(reports.personId, personId),
    gt(reports.rank, 0),
  )
  return listReports(db, ofPerson, after, 'oldest')
}

/** Newest first. */
export function listClosedReports(
  db: D1Database,
  { barId }: Granted<'seeClosedReports'>,
  after: string | undefined,
): Promise<ReportRows> {
  const closed = and(eq(reports.barId, barId), ne(reports.state, 'open'))
  return listReports(db, closed, after, 'newest')
}

async function listReports(
  db: D1Database,
  which: SQL | undefined,
  after: string | undefined,
  first: 'oldest' | 'newest',
): Promise<ReportRows> {
  const { reportedAt, id } = reports
  const [at = '', cursorId = ''] = readCursor(after)
  const cursor = sql`(${Number(at)}, ${cursorId})`
  const place = sql`(${reportedAt}, ${id})`
  const follows = first === 'oldest' ? sql`${place} > ${cursor}` : sql`${place} < ${cursor}`
  const order = first === 'oldest' ? asc : desc
  const rows = await database(db)
    .select(COLUMNS)
    .from(reports)
    .where(and(which, after ? follows : undefined))
    .orderBy(order(reportedAt), order(id))
    .limit(LIMITS.reportsPage + 1)
  const { shown, next } = toPage(rows, LIMITS.reportsPage, (last) => [last.reportedAt, last.id])
  return { reports: shown.map(toReport), next }
}

function toReport<T extends { rank: number }>({ rank, ...row }: T) {
  return { ...row, rank: REPORT_RANKS[rank] ?? 'known' }
}

/** The permissions that let an account open one report. */
export type ReportPermission = 'answerReports' | 'readReportMessages' | 'removePeople'

/** Finds a report and whom it is about. Throws `not_found`, also for a closed one that the account may not see. */
export async function findReport(
  db: D1Database,
  granted: Granted<ReportPermission>,
  reportId: string,
): Promise<{ id: string; personId: string }> {
  const report = await database(db)
    .select({ id: reports.id, personId: reports.personId, state: reports.state })
    .from(reports)
    .innerJoin(bars, eq(bars.id, reports.barId))
    .where(and(eq(reports.id, reportId), oneBarOf(granted)))
    .get()
  const isFor = report?.state === 'open' || alsoGranted(granted, 'seeClosedReports')
  if (!report || !isFor) throw new CodedError('not_found')
  return { id: report.id, personId: report.personId }
}

/** Closes an open report and stores the act. `removalReason` is set if a removal closed it. */
export async function closeReport(
  db: D1Database,
  { barId }: Granted<ReportPermission>,
  reportId: string,
  removalReason: RemovalReason | null,
  act: NewAct,
): Promise<void> {
  const orm = database(db)
  const state = removalReason ? 'removed' : 'closed'
  await orm.batch([
    orm
      .update(reports)
      .set({ state, closedAt: act.at, removalReason })
      .where(and(eq(reports.id, reportId), eq(reports.barId, barId), eq(reports.state, 'open'))),
    insertAct(orm, act),
  ])
}

/** Lists at most as many as one statement of D1 can delete. */
export async function listReportIds(db: D1Database, barId: string): Promise<string[]> {
  const rows = await database(db)
    .select({ id: reports.id })
    .from(reports)
    .where(eq(reports.barId, barId))
    .limit(ERASED_AT_ONCE)
  return rows.map(({ id }) => id)
}

export async function eraseReports(db: D1Database, ids: readonly string[]): Promise<void> {
  await database(db)
    .delete(reports)
    .where(inArray(reports.id, [...ids]))
}

export async function deleteOldReports(db: D1Database, now: number): Promise<void> {
  await database(db)
    .delete(reports)
    .where(lte(reports.reportedAt, now - TIMINGS.evidenceMs))
}
