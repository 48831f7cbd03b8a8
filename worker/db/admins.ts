import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import { database } from './database.ts'
import type { NewSession } from './new-session.ts'
import { insertSession } from './new-session.ts'
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
  const row = await database(db).select(RECORD).from(admins).where(eq(admins.email, email)).get()
  return row ?? null
}

/** Stores the same password's hash at today's cost, unless the password has changed since. */
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

/** The email of the administrator whose living link this is; null where it is none. One trip. */
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
  const orm = database(db)
  const owner = sql`(SELECT ${passwordLinks.adminId} FROM ${passwordLinks}
    WHERE ${passwordLinks.tokenHash} = ${tokenHash} AND ${passwordLinks.expiresAt} > ${now})`
  const [updated] = await orm.batch([
    orm
      .update(admins)
      .set({ passwordHash, passwordSetAt: now })
      // Asked again because its answer was lost, it finds the link used up and its own hash, which is
      // salted and nobody else's.
      .where(or(eq(admins.id, owner), eq(admins.passwordHash, passwordHash)))
      .returning({ id: admins.id }),
    orm.delete(adminSessions).where(eq(adminSessions.adminId, owner)),
    orm.delete(passwordLinks).where(eq(passwordLinks.tokenHash, tokenHash)),
  ])
  return updated.length > 0
}

/**
 * Sets a password in the place of the one that was just checked, ends every session and link of the
 * administrator and opens one session, all or nothing. The ended sessions' hashes; null where the
 * password is another by now.
 */
export async function changePassword(
  db: D1Database,
  { id, passwordSetAt }: Pick<AdminRecord, 'id' | 'passwordSetAt'>,
  passwordHash: string,
  session: NewSession,
  now: number,
): Promise<string[] | null> {
  const orm = database(db)
  const isFormer = sql`${admins.passwordSetAt} IS ${passwordSetAt}`
  // Its own hash where it is asked again because the answer was lost.
  const stillSo = and(eq(admins.id, id), or(isFormer, eq(admins.passwordHash, passwordHash)))
  // In the statements after it the first has happened, or nothing has.
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

/** Erases the links that ran out. */
export async function deleteExpiredPasswordLinks(db: D1Database, now: number): Promise<void> {
  await database(db).delete(passwordLinks).where(sql`${passwordLinks.expiresAt} <= ${now}`)
}
