import { keepReport } from '#worker/db/reports.ts'
import { putEvidence } from '#worker/media/evidence.ts'
import type { Reports } from '#worker/room/safety/reports.ts'

/**
 * Evidence first, so that no report is listed without it; then D1; then the room lets go. Whatever
 * fails is repeated: both keep one of a report. One that fails does not stop the others.
 */
export async function deliverReports(
  env: Env,
  barId: string,
  reports: Reports,
  onKept: () => void,
): Promise<void> {
  const failures: unknown[] = []
  for (const id of reports.pendingIds()) {
    await deliver(env, barId, reports, id).then(onKept, (error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function deliver(env: Env, barId: string, reports: Reports, id: string): Promise<void> {
  const report = reports.readPending(id)
  if (!report) return
  const { evidence, personId, reason, reportedAt } = report
  await putEvidence(env, id, evidence)
  await keepReport(env.DB, { id, barId, reason, reportedAt, personId })
  reports.confirm(id)
}
