import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { TIMINGS } from '#contract/timings.ts'
import type { database } from './database.ts'
import { adminSessions, admins } from './schema.ts'

/** A session that is being opened. */
export interface NewSession {
  /** SHA-256 of its token. */
  tokenHash: string
  /** What its browser says that it is. */
  deviceLabel: string | null
}

/** The statement that opens a session for the one administrator whom `who` finds, or for nobody. */
export function insertSession(
  orm: ReturnType<typeof database>,
  who: SQL | undefined,
  { tokenHash, deviceLabel }: NewSession,
  now: number,
) {
  const session = orm
    .select({
      tokenHash: sql<string>`${tokenHash}`.as('token_hash'),
      adminId: admins.id,
      createdAt: sql<number>`${now}`.as('created_at'),
      lastUsedAt: sql<number>`${now}`.as('last_used_at'),
      expiresAt: sql<number>`${now + TIMINGS.adminSessionMs}`.as('expires_at'),
      deviceLabel: sql<string | null>`${deviceLabel}`.as('device_label'),
    })
    .from(admins)
    .where(who)
  return (
    orm
      .insert(adminSessions)
      .select(session)
      // Asked again because its answer was lost: it is open, and has to be found open.
      .onConflictDoUpdate({ target: adminSessions.tokenHash, set: { lastUsedAt: now } })
      .returning({ adminId: adminSessions.adminId })
  )
}
