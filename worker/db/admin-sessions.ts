import { and, desc, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import type { AdminUser } from '#contract/admin.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { AdminRecord } from './admins.ts'
import { database } from './database.ts'
import { insertSession } from './new-session.ts'
import { adminSessions, admins } from './schema.ts'

export interface SignedInAdmin {
  user: AdminUser
  tokenHash: string
  lastUsedAt: number
  expiresAt: number
}

/** False if the administrator is gone or the password has changed since the check. */
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

/** Null after 7 days, after 12 unused hours, or without the role. One query. */
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

export async function deleteAdminSession(db: D1Database, tokenHash: string): Promise<void> {
  await database(db).delete(adminSessions).where(eq(adminSessions.tokenHash, tokenHash))
}

export interface OwnedSession {
  tokenHash: string
  deviceLabel: string | null
  createdAt: number
  lastUsedAt: number
}

const LISTED_SESSIONS = 100

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
