import { TIMINGS } from '#contract/timings.ts'
import { finishDeletions } from './bar-deletion.ts'
import { deleteBarlessAccounts, deleteExpiredPasswordLinks } from './db/accounts.ts'
import { deleteOldActs } from './db/acts.ts'
import { deleteExpiredAdminSessions } from './db/admin-sessions.ts'
import { noteSweep } from './db/health.ts'
import { deleteExpiredInvitations } from './db/invitations.ts'
import { deleteOldReports } from './db/reports.ts'
import { log } from './log.ts'
import { sweepEvidence } from './media/evidence.ts'
import { sweepPictures } from './media/sweep.ts'

/** Runs hourly. Each part fails independently, and the next run retries it. */
export const scheduled = async (_: ScheduledController, env: Env): Promise<void> => {
  const now = Date.now()
  const parts = await Promise.allSettled([
    sweepPictures(env, now),
    sweepEvidence(env, now - TIMINGS.evidenceMs),
    finishDeletions(env),
    deleteExpiredAdminSessions(env.DB, now),
    deleteExpiredPasswordLinks(env.DB, now),
    deleteBarlessAccounts(env.DB, now),
    deleteExpiredInvitations(env.DB, now),
    deleteOldActs(env.DB, now),
    deleteOldReports(env.DB, now),
  ])
  const [pictures, evidence, deletions] = parts
  const rejected = parts.filter(({ status }) => status === 'rejected').length
  const failed = rejected + (deletions.status === 'fulfilled' ? deletions.value : 0)
  const noted = await Promise.allSettled([noteSweep(env.DB, now, failed)])
  for (const part of [...parts, ...noted]) {
    if (part.status === 'rejected') log('sweep_failed', { error: part.reason })
  }
  log('sweep_done', {
    failed,
    ...(pictures.status === 'fulfilled' && { pictures: pictures.value }),
    ...(evidence.status === 'fulfilled' && { evidence: evidence.value }),
    ms: Date.now() - now,
  })
}
