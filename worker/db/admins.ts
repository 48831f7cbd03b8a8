import { and, eq, gt, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { adminSessions, admins, passwordLinks } from './schema.ts'

/** An administrator as the login knows them. Never leaves the Worker. */
export interface AdminRecord {
  id: string
  email: string
  role: string
  /** Null until a password was set. */
  passwordHash: string | null
  /** Changes with every new password; milliseconds since 1970. */
  passwordSetAt: number | null
}

const RECORD = {
  id: admins.id,
  email: admins.email,
  role: admins.role,
  passwordHash: admins.passwordHash,
  passwordSetAt: admins.passwordSetAt,
}

/** The administrator with this email (in lower case); null where there is none. One trip. */
export async function findAdmin(db: D1Database, email: string): Promise<AdminRecord | null> {
  const row = await drizzle(db).select(RECORD).from(admins).where(eq(admins.email, email)).get()
  return row ?? null
}

/** Stores the same password's hash at today's cost, unless the password has changed since. */
export async function renewPasswordHash(
  db: D1Database,
  { id, passwordHash }: AdminRecord,
  renewed: string,
): Promise<void> {
  if (passwordHash === null) return
  await drizzle(db)
    .update(admins)
    .set({ passwordHash: renewed })
    .where(and(eq(admins.id, id), eq(admins.passwordHash, passwordHash)))
}

/** The email of the administrator whose living link this is; null where it is none. One trip. */
export async function findPasswordLink(
  db: D1Database,
  tokenHash: string,
  now: number,
): Promise<{ email: string } | null> {
  const row = await drizzle(db)
    .select({ email: admins.email })
    .from(passwordLinks)
    .innerJoin(admins, eq(admins.id, passwordLinks.adminId))
    .where(and(eq(passwordLinks.tokenHash, tokenHash), gt(passwordLinks.expiresAt, now)))
    .get()
  return row ?? null
}

/**
 * Sets a password by a link, ends the administrator's sessions and uses the link up, all or
 * nothing. False where the link does not live (any more).
 */
export async function setPasswordByLink(
  db: D1Database,
  tokenHash: string,
  passwordHash: string,
  now: number,
): Promise<boolean> {
  const orm = drizzle(db)
  const owner = sql`(SELECT ${passwordLinks.adminId} FROM ${passwordLinks}
    WHERE ${passwordLinks.tokenHash} = ${tokenHash} AND ${passwordLinks.expiresAt} > ${now})`
  const [updated] = await orm.batch([
    orm
      .update(admins)
      .set({ passwordHash, passwordSetAt: now })
      .where(eq(admins.id, owner))
      .returning({ id: admins.id }),
    orm.delete(adminSessions).where(eq(adminSessions.adminId, owner)),
    orm.delete(passwordLinks).where(eq(passwordLinks.tokenHash, tokenHash)),
  ])
  return updated.length > 0
}

/**
 * Sets a password in the place of the one that was just checked, and ends every session and link of
 * the administrator, all or nothing. The ended sessions' hashes; null where the password is another
 * by now.
 */
export async function changePassword(
  db: D1Database,
  { id, passwordSetAt }: Pick<AdminRecord, 'id' | 'passwordSetAt'>,
  passwordHash: string,
  now: number,
): Promise<string[] | null> {
  const orm = drizzle(db)
  const stillSo = and(eq(admins.id, id), sql`${admins.passwordSetAt} IS ${passwordSetAt}`)
  // In the second and third statement the first has happened, or nothing has.
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
      .where(eq(adminSessions.adminId, changed))
      .returning({ tokenHash: adminSessions.tokenHash }),
    orm.delete(passwordLinks).where(eq(passwordLinks.adminId, changed)),
  ])
  return updated.length > 0 ? ended.map(({ tokenHash }) => tokenHash) : null
}

/** Erases the links that ran out. */
export async function deleteExpiredPasswordLinks(db: D1Database, now: number): Promise<void> {
  await drizzle(db).delete(passwordLinks).where(sql`${passwordLinks.expiresAt} <= ${now}`)
}
