import * as v from 'valibot'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { RemovalReason } from '#contract/removals.ts'
import type { Report, ReportMessage } from '#contract/reports.ts'
import { reportMessagesSchema, reportsSchema } from '#contract/reports.ts'
import { adminRequest } from './admin-request.ts'

/** The open ones, newest first. */
export function fetchReports(barId: string): Promise<Report[]> {
  return adminRequest(address(ADMIN_API.reports, { barId }), reportsSchema)
}

/** Newest first. For owners and administrators. */
export function fetchClosedReports(barId: string): Promise<Report[]> {
  return adminRequest(address(ADMIN_API.closedReports, { barId }), reportsSchema)
}

/** Leaves an act. Throws `proof_needed`. */
export function openReportMessages(barId: string, reportId: string): Promise<ReportMessage[]> {
  return adminRequest(
    address(ADMIN_API.reportMessages, { barId, reportId }),
    reportMessagesSchema,
    {
      method: 'POST',
    },
  )
}

export async function closeReport(barId: string, reportId: string): Promise<void> {
  await adminRequest(address(ADMIN_API.reportClosing, { barId, reportId }), v.unknown(), {
    method: 'PUT',
  })
}

/** Removes the browser of the person that it is about, and closes it. */
export async function removeReported(
  barId: string,
  reportId: string,
  reason: RemovalReason,
): Promise<void> {
  const removal = { method: 'PUT', json: { reason } } as const
  await adminRequest(address(ADMIN_API.reportRemoval, { barId, reportId }), v.unknown(), removal)
}
