import { and, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { TIMINGS } from '#contract/timings.ts'
import type { NewAct } from './acts.ts'
import { insertAct } from './acts.ts'
import { database } from './database.ts'
import type { NewSession } from './new-session.ts'
import { insertSession } from './new-session.ts'
import {
  accounts,
  adminSessions,
  invitations,
  memberships,
  passkeys,
  passwordLinks,
  staffSubscriptions,
} from './schema.ts'

/** Never leaves the Worker. */
export interface AccountRecord {
  id: string
  email: string
  passwordHash: string | null
  passwordSetAt: number | null
}

const RECORD = {
  id: accounts.id,
  email: accounts.email,
  passwordHash: accounts.passwordHash,
  passwordSetAt: accounts.passwordSetAt,
}

/** `email` must be in lower case. */
export async function findAccount(db: D1Database, email: string): Promise<AccountRecord | null> {
  const row = await database(db)
    .select(RECORD)
    .from(accounts)
    .where(eq(accounts.email, email))
    .get()
  return row ?? null
}

/** Replaces the hash with one at today's cost, unless the password has changed since. */
export async function renewPasswordHash(
  db: D1Database,
  { id, passwordHash }: AccountRecord,
  renewed: string,
): Promise<void> {
  if (passwordHash === null) return
  await database(db)
    .update(accounts)
    .set({ passwordHash: renewed })
    .where(and(eq(accounts.id, id), eq(accounts.passwordHash, passwordHash)))
}

export async function findPasswordLink(
  db: D1Database,
  tokenHash: string,
  now: number,
): Promise<{ accountId: string; email: string } | null> {
  const row = await database(db)
    .select({ accountId: accounts.id, email: accounts.email })
    .from(passwordLinks)
    .innerJoin(accounts, eq(accounts.id, passwordLinks.accountId))
    .where(and(eq(passwordLinks.tokenHash, tokenHash), gt(passwordLinks.expiresAt, now)))
    .get()
  return row ?? null
}

/**
 * Takes the account from whoever had it: ends all sessions, suspends the passkeys, and cancels the links
 * that the account has made. Uses up the link, in the same transaction. Returns false for an invalid link.
 */
export async function setPasswordByLink(
  db: D1Database,
  tokenHash: string,
  passwordHash: string,
  now: number,
  act: NewAct,
): Promise<boolean> {
  const orm = database(db)
  const owner = sql`(SELECT ${passwordLinks.accountId} FROM ${passwordLinks}
    WHERE ${passwordLinks.tokenHash} = ${tokenHash} AND ${passwordLinks.expiresAt} > ${now})`
  const [updated] = await orm.batch([
    orm
      .update(accounts)
      .set({ passwordHash, passwordSetAt: now, emailConfirmedAt: now })
      // A retry finds the link used up and its own salted hash.
      .where(or(eq(accounts.id, owner), eq(accounts.passwordHash, passwordHash)))
      .returning({ id: accounts.id }),
    insertAct(orm, act),
    orm.delete(adminSessions).where(eq(adminSessions.accountId, owner)),
    orm
      .update(passkeys)
      .set({ suspendedAt: now })
      .where(and(eq(passkeys.accountId, owner), isNull(passkeys.suspendedAt))),
    orm.delete(invitations).where(eq(invitations.madeBy, owner)),
    orm.delete(passwordLinks).where(eq(passwordLinks.madeBy, owner)),
    orm.delete(passwordLinks).where(eq(passwordLinks.tokenHash, tokenHash)),
  ])
  return updated.length > 0
}

/**
 * `session` follows the one of `former`, and takes over its push notices. Returns the hashes of the ended
 * sessions, or null if the password has changed since the check.
 */
export async function changePassword(
  db: D1Database,
  { id, passwordSetAt }: Pick<AccountRecord, 'id' | 'passwordSetAt'>,
  passwordHash: string,
  session: NewSession,
  former: string,
  now: number,
  act: NewAct,
): Promise<string[] | null> {
  const orm = database(db)
  const isFormer = sql`${accounts.passwordSetAt} IS ${passwordSetAt}`
  const stillSo = and(eq(accounts.id, id), or(isFormer, eq(accounts.passwordHash, passwordHash)))
  // True in the later statements only if the first one matched.
  const changed = sql`(SELECT ${accounts.id} FROM ${accounts}
    WHERE ${accounts.id} = ${id} AND ${accounts.passwordHash} = ${passwordHash})`
  const [updated, , , , ended] = await orm.batch([
    orm
      .update(accounts)
      .set({ passwordHash, passwordSetAt: now })
      .where(stillSo)
      .returning({ id: accounts.id }),
    insertAct(orm, act),
    insertSession(orm, eq(accounts.id, changed), session, now),
    orm
      .update(staffSubscriptions)
      .set({ tokenHash: session.tokenHash })
      .where(
        and(eq(staffSubscriptions.accountId, changed), eq(staffSubscriptions.tokenHash, former)),
      ),
    orm
      .delete(adminSessions)
      .where(
        and(eq(adminSessions.accountId, changed), ne(adminSessions.tokenHash, session.tokenHash)),
      )
      .returning({ tokenHash: adminSessions.tokenHash }),
    orm.delete(passwordLinks).where(eq(passwordLinks.accountId, changed)),
  ])
  return updated.length > 0 ? ended.map(({ tokenHash }) => tokenHash) : null
}

export async function deleteExpiredPasswordLinks(db: D1Database, now: number): Promise<void> {
  await database(db).delete(passwordLinks).where(sql`${passwordLinks.expiresAt} <= ${now}`)
}

/** An account that has been in no bar for this long signs in no more. Administrators stay. */
export async function deleteBarlessAccounts(db: D1Database, now: number): Promise<void> {
  const since = now - TIMINGS.barlessAccountMs
  const isMember = sql`EXISTS (SELECT 1 FROM ${memberships}
    WHERE ${memberships.accountId} = ${accounts.id})`
  await database(db)
    .delete(accounts)
    .where(
      and(
        isNull(accounts.role),
        lte(sql`coalesce(${accounts.lostBarAt}, ${accounts.createdAt})`, since),
        sql`NOT ${isMember}`,
      ),
    )
}

export interface NewAccount {
  id: string
  /** In lower case. */
  email: string
  /** It is null for an account that signs in only with a passkey. */
  passwordHash: string | null
}

export async function hasAccounts(db: D1Database): Promise<boolean> {
  const row = await database(db).select({ id: accounts.id }).from(accounts).limit(1).get()
  return row !== undefined
}

/** Creates an administrator. Returns false if any account exists. */
export async function createFirstAccount(
  db: D1Database,
  { id, email, passwordHash }: NewAccount,
  now: number,
  act: NewAct,
): Promise<boolean> {
  const orm = database(db)
  const insert = orm.insert(accounts).select(
    sql`SELECT ${id}, ${email}, ${passwordHash}, ${now}, ${now}, 'admin', ${now}, NULL
      WHERE NOT EXISTS (SELECT 1 FROM accounts)`,
  )
  // A retry finds its own row.
  const own = orm.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id))
  const [, , found] = await orm.batch([insert, insertAct(orm, act), own])
  return found.length > 0
}
