import * as v from 'valibot'
import {
  toClosedReports,
  toReportClosing,
  toReportMessages,
  toReportRemoval,
  toReports,
} from '#contract/admin-paths.ts'
import type { RemovalReason } from '#contract/removals.ts'
import type { Report, ReportMessage } from '#contract/reports.ts'
import { reportMessagesSchema, reportsSchema } from '#contract/reports.ts'
import { request } from './request.ts'

/** The open ones, newest first. */
export function fetchReports(barId: string): Promise<Report[]> {
  return request(toReports(barId), reportsSchema)
}

/** Newest first. For owners and administrators. */
export function fetchClosedReports(barId: string): Promise<Report[]> {
  return request(toClosedReports(barId), reportsSchema)
}

/** Leaves an act. Throws `proof_needed`. */
export function openReportMessages(barId: string, reportId: string): Promise<ReportMessage[]> {
  return request(toReportMessages(barId, reportId), reportMessagesSchema, { method: 'POST' })
}

export async function closeReport(barId: string, reportId: string): Promise<void> {
  await request(toReportClosing(barId, reportId), v.unknown(), { method: 'PUT' })
}

/** Removes the browser of the person that it is about, and closes it. */
export async function removeReported(
  barId: string,
  reportId: string,
  reason: RemovalReason,
): Promise<void> {
  const removal = { method: 'PUT', json: { reason } } as const
  await request(toReportRemoval(barId, reportId), v.unknown(), removal)
}
