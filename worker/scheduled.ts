import { TIMINGS } from '#contract/timings.ts'
import { finishDeletions } from './bar-deletion.ts'
import { deleteExpiredPasswordLinks } from './db/accounts.ts'
import { deleteOldActs } from './db/acts.ts'
import { deleteExpiredAdminSessions } from './db/admin-sessions.ts'
import { deleteExpiredInvitations } from './db/invitations.ts'
import { deleteOldReports } from './db/reports.ts'
import { log } from './log.ts'
import { sweepEvidence } from './media/evidence.ts'
import { sweepPictures } from './media/sweep.ts'

/** Hourly. Each part fails alone and is retried an hour later. */
export const scheduled = async (_: ScheduledController, env: Env): Promise<void> => {
  const now = Date.now()
  const parts = await Promise.allSettled([
    sweepPictures(env, now),
    deleteExpiredAdminSessions(env.DB, now),
    deleteExpiredPasswordLinks(env.DB, now),
    deleteExpiredInvitations(env.DB, now),
    deleteOldActs(env.DB, now),
    sweepEvidence(env, now - TIMINGS.evidenceMs),
    deleteOldReports(env.DB, now),
    finishDeletions(env),
  ])
  for (const part of parts) {
    if (part.status === 'rejected') log('sweep_failed', { error: part.reason })
  }
}
