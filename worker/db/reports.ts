import { and, desc, eq, inArray, lte, ne } from 'drizzle-orm'
import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { RemovalReason } from '#contract/removals.ts'
import type { Report, ReportReason } from '#contract/reports.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Account, Act } from '#worker/policy/rights.ts'
import { mayIn } from '#worker/policy/rights.ts'
import type { NewAct } from './acts.ts'
import { insertAct } from './acts.ts'
import { oneBarOf } from './bars-of.ts'
import { database } from './database.ts'
import { bars, reports } from './schema.ts'

export type ReportRow = Omit<Report, 'evidence'>

const ERASED_AT_ONCE = 90

const COLUMNS = {
  id: reports.id,
  reason: reports.reason,
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
}

/** Idempotent: a repeated one changes nothing, also after it was closed. Its act names no account. */
export async function keepReport(db: D1Database, report: NewReport): Promise<void> {
  const { personId, ...row } = report
  const { id, barId, reportedAt: at } = row
  const orm = database(db)
  await orm.batch([
    orm
      .insert(reports)
      .values({ ...row, state: 'open' })
      .onConflictDoNothing(),
    insertAct(orm, { id, at, kind: 'report_opened', accountId: '', barId, personId }),
  ])
}

/** Newest first. Throws `bar_not_found` where the account may not do this. */
export async function listReports(
  db: D1Database,
  account: Account,
  barId: string,
  which: 'open' | 'closed',
): Promise<ReportRow[]> {
  const act: Act = which === 'open' ? 'answerReports' : 'seeClosedReports'
  const isSuch = which === 'open' ? eq(reports.state, 'open') : ne(reports.state, 'open')
  const rows = await database(db)
    .select({ bar: bars.id, report: COLUMNS })
    .from(bars)
    .leftJoin(reports, and(eq(reports.barId, bars.id), isSuch))
    .where(oneBarOf(account, act, barId))
    .orderBy(desc(reports.reportedAt))
    .limit(LIMITS.reportsListed)
  if (rows.length === 0) throw new CodedError('bar_not_found')
  return rows.flatMap(({ report }) => report ?? [])
}

/** Throws `not_found`. A closed one is for whoever may see closed ones. */
export async function findReport(
  db: D1Database,
  account: Account,
  act: Act,
  barId: string,
  reportId: string,
): Promise<ReportRow> {
  const report = await database(db)
    .select(COLUMNS)
    .from(reports)
    .innerJoin(bars, eq(bars.id, reports.barId))
    .where(and(eq(reports.id, reportId), oneBarOf(account, act, barId)))
    .get()
  const isFor = report?.state === 'open' || mayIn(account, barId, 'seeClosedReports')
  if (!report || !isFor) throw new CodedError('not_found')
  return report
}

/** With its act, if it was open. `removalReason`: a removal closed it. */
export async function closeReport(
  db: D1Database,
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
      .where(and(eq(reports.id, reportId), eq(reports.state, 'open'))),
    insertAct(orm, act),
  ])
}

/** As many as one statement of D1 takes. */
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
