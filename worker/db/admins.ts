import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import { database } from './database.ts'
import type { NewSession } from './new-session.ts'
import { insertSession } from './new-session.ts'
import { adminSessions, admins, passwordLinks } from './schema.ts'

/** Never leaves the Worker. */
export interface AdminRecord {
  id: string
  email: string
  role: string
  passwordHash: string | null
  passwordSetAt: number | null
}

const RECORD = {
  id: admins.id,
  email: admins.email,
  role: admins.role,
  passwordHash: admins.passwordHash,
  passwordSetAt: admins.passwordSetAt,
}

/** `email` in lower case. */
export async function findAdmin(db: D1Database, email: string): Promise<AdminRecord | null> {
  const row = await database(db).select(RECORD).from(admins).where(eq(admins.email, email)).get()
  return row ?? null
}

/** Rehashes at today's cost, unless the password has changed since. */
export async function renewPasswordHash(
  db: D1Database,
  { id, passwordHash }: AdminRecord,
  renewed: string,
): Promise<void> {
  if (passwordHash === null) return
  await database(db)
    .update(admins)
    .set({ passwordHash: renewed })
    .where(and(eq(admins.id, id), eq(admins.passwordHash, passwordHash)))
}

export async function findPasswordLink(
  db: D1Database,
  tokenHash: string,
  now: number,
): Promise<{ email: string } | null> {
  const row = await database(db)
    .select({ email: admins.email })
    .from(passwordLinks)
    .innerJoin(admins, eq(admins.id, passwordLinks.adminId))
    .where(and(eq(passwordLinks.tokenHash, tokenHash), gt(passwordLinks.expiresAt, now)))
    .get()
  return row ?? null
}

/** Ends all sessions and uses up the link, in one transaction. False if the link is invalid. */
export async function setPasswordByLink(
  db: D1Database,
  tokenHash: string,
  passwordHash: string,
  now: number,
): Promise<boolean> {
  const orm = database(db)
  const owner = sql`(SELECT ${passwordLinks.adminId} FROM ${passwordLinks}
    WHERE ${passwordLinks.tokenHash} = ${tokenHash} AND ${passwordLinks.expiresAt} > ${now})`
  const [updated] = await orm.batch([
    orm
      .update(admins)
      .set({ passwordHash, passwordSetAt: now })
      // A retry finds the link used up and its own salted hash.
      .where(or(eq(admins.id, owner), eq(admins.passwordHash, passwordHash)))
      .returning({ id: admins.id }),
    orm.delete(adminSessions).where(eq(adminSessions.adminId, owner)),
    orm.delete(passwordLinks).where(eq(passwordLinks.tokenHash, tokenHash)),
  ])
  return updated.length > 0
}

/** Returns the ended sessions' hashes; null if the password has changed since the check. */
export async function changePassword(
  db: D1Database,
  { id, passwordSetAt }: Pick<AdminRecord, 'id' | 'passwordSetAt'>,
  passwordHash: string,
  session: NewSession,
  now: number,
): Promise<string[] | null> {
  const orm = database(db)
  const isFormer = sql`${admins.passwordSetAt} IS ${passwordSetAt}`
  const stillSo = and(eq(admins.id, id), or(isFormer, eq(admins.passwordHash, passwordHash)))
  // True in the later statements only if the first one matched.
  const changed = sql`(SELECT ${admins.id} FROM ${admins}
    WHERE ${admins.id} = ${id} AND ${admins.passwordHash} = ${passwordHash})`
  const [updated, ended] = await orm.batch([
    orm
      .update(admins)
      .set({ passwordHash, passwordSetAt: now })
      .where(stillSo)
      .returning({ id: admins.id }),
    orm
      .delete(adminSessions)
      .where(
        and(eq(adminSessions.adminId, changed), ne(adminSessions.tokenHash, session.tokenHash)),
      )
      .returning({ tokenHash: adminSessions.tokenHash }),
    orm.delete(passwordLinks).where(eq(passwordLinks.adminId, changed)),
    insertSession(orm, eq(admins.id, changed), session, now),
  ])
  return updated.length > 0 ? ended.map(({ tokenHash }) => tokenHash) : null
}

export async function deleteExpiredPasswordLinks(db: D1Database, now: number): Promise<void> {
  await database(db).delete(passwordLinks).where(sql`${passwordLinks.expiresAt} <= ${now}`)
}
