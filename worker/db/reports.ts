import { and, desc, eq, inArray, lte, ne } from 'drizzle-orm'
import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { RemovalReason } from '#contract/removals.ts'
import type { Report, ReportRank, ReportReason } from '#contract/reports.ts'
import { REPORT_RANKS } from '#contract/reports.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Granted } from '#worker/policy/rights.ts'
import { alsoGranted } from '#worker/policy/rights.ts'
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

/** Lists open reports for `answerReports` and closed ones for `seeClosedReports`, newest first. */
export async function listReports(
  db: D1Database,
  granted: Granted<'answerReports' | 'seeClosedReports'>,
): Promise<ReportRow[]> {
  const isSuch =
    granted.permission === 'answerReports' ? eq(reports.state, 'open') : ne(reports.state, 'open')
  return database(db)
    .select(COLUMNS)
    .from(reports)
    .where(and(eq(reports.barId, granted.barId), isSuch))
    .orderBy(desc(reports.reportedAt))
    .limit(LIMITS.reportsListed)
}

/** The permissions that let an account open one report. */
export type ReportPermission = 'answerReports' | 'readReportMessages' | 'removePeople'

/** Throws `not_found`, also for a closed report that the account may not see. */
export async function findReport(
  db: D1Database,
  granted: Granted<ReportPermission>,
  reportId: string,
): Promise<ReportRow> {
  const report = await database(db)
    .select(COLUMNS)
    .from(reports)
    .innerJoin(bars, eq(bars.id, reports.barId))
    .where(and(eq(reports.id, reportId), oneBarOf(granted)))
    .get()
  const isFor = report?.state === 'open' || alsoGranted(granted, 'seeClosedReports')
  if (!report || !isFor) throw new CodedError('not_found')
  return report
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
