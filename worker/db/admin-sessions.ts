import { and, desc, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import type { AdminUser } from '#contract/admin.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { AdminRecord } from './admins.ts'
import { database } from './database.ts'
import { insertSession } from './new-session.ts'
import { adminSessions, admins } from './schema.ts'

/** Who is signed in, and by which session. */
export interface SignedInAdmin {
  user: AdminUser
  /** SHA-256 of the session's token. */
  tokenHash: string
  /** When the session's use was last written, milliseconds since 1970. */
  lastUsedAt: number
  /** When the session ends in any case, milliseconds since 1970. */
  expiresAt: number
}

/**
 * Opens a session for an administrator whose password was just checked, and ends the one that the
 * browser had. False where the administrator is gone or has another password by now.
 */
export async function openAdminSession(
  db: D1Database,
  admin: Pick<AdminRecord, 'id' | 'passwordSetAt'>,
  tokenHash: string,
  formerTokenHash: string | null,
  now: number,
  deviceLabel: string | null = null,
): Promise<boolean> {
  const orm = database(db)
  const stillSo = and(
    eq(admins.id, admin.id),
    sql`${admins.passwordSetAt} IS ${admin.passwordSetAt}`,
  )
  const [opened] = await orm.batch([
    insertSession(orm, stillSo, { tokenHash, deviceLabel }, now),
    orm.delete(adminSessions).where(eq(adminSessions.tokenHash, formerTokenHash ?? '')),
  ])
  return opened.length > 0
}

/**
 * Whose living session this is: not past its seven days, used in the last twelve hours, and of an
 * administrator. Null for everything else. One trip.
 */
export async function findAdminSession(
  db: D1Database,
  tokenHash: string,
  now: number,
): Promise<SignedInAdmin | null> {
  const row = await database(db)
    .select({
      id: admins.id,
      email: admins.email,
      lastUsedAt: adminSessions.lastUsedAt,
      expiresAt: adminSessions.expiresAt,
    })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.adminId))
    .where(
      and(
        eq(adminSessions.tokenHash, tokenHash),
        eq(admins.role, 'admin'),
        gt(adminSessions.expiresAt, now),
        gt(adminSessions.lastUsedAt, now - TIMINGS.adminSessionIdleMs),
      ),
    )
    .get()
  if (!row) return null
  const { id, email, lastUsedAt, expiresAt } = row
  return { user: { id, email, role: 'admin' }, tokenHash, lastUsedAt, expiresAt }
}

/** Notes that a session was used, at most once in ten minutes. */
export async function noteSessionUse(
  db: D1Database,
  { tokenHash, lastUsedAt }: Pick<SignedInAdmin, 'tokenHash' | 'lastUsedAt'>,
  now: number,
): Promise<void> {
  const noted = now - TIMINGS.adminSessionNotedEveryMs
  if (lastUsedAt > noted) return
  await database(db)
    .update(adminSessions)
    .set({ lastUsedAt: now })
    .where(and(eq(adminSessions.tokenHash, tokenHash), lte(adminSessions.lastUsedAt, noted)))
}

/** Ends a session; one that has ended already is no error. */
export async function deleteAdminSession(db: D1Database, tokenHash: string): Promise<void> {
  await database(db).delete(adminSessions).where(eq(adminSessions.tokenHash, tokenHash))
}

/** A session as its owner sees it. */
export interface OwnedSession {
  tokenHash: string
  deviceLabel: string | null
  createdAt: number
  lastUsedAt: number
}

const LISTED_SESSIONS = 100

/** An administrator's living sessions, the latest used first, at most a hundred. One trip. */
export async function listAdminSessions(
  db: D1Database,
  adminId: string,
  now: number,
): Promise<OwnedSession[]> {
  const { tokenHash, deviceLabel, createdAt, lastUsedAt, expiresAt } = adminSessions
  return database(db)
    .select({ tokenHash, deviceLabel, createdAt, lastUsedAt })
    .from(adminSessions)
    .where(
      and(
        eq(adminSessions.adminId, adminId),
        gt(expiresAt, now),
        gt(lastUsedAt, now - TIMINGS.adminSessionIdleMs),
      ),
    )
    .orderBy(desc(lastUsedAt), desc(createdAt))
    .limit(LISTED_SESSIONS)
}

/** Erases the sessions that ran out. */
export async function deleteExpiredAdminSessions(db: D1Database, now: number): Promise<void> {
  await database(db)
    .delete(adminSessions)
    .where(
      or(
        lte(adminSessions.expiresAt, now),
        lt(adminSessions.lastUsedAt, now - TIMINGS.adminSessionIdleMs),
      ),
    )
}
