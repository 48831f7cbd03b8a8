import type { SQL } from 'drizzle-orm'
import { and, asc, eq, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import { LIMITS } from '#contract/limits.ts'
import type { Transport } from '#contract/passkeys.ts'
import type { AccountRecord } from './accounts.ts'
import type { NewAct } from './acts.ts'
import { insertAct } from './acts.ts'
import { database } from './database.ts'
import { accounts, adminSessions, passkeys } from './schema.ts'

type Orm = ReturnType<typeof database>

/** Never leaves the Worker. */
export interface PasskeyRecord {
  id: string
  credentialId: string
  publicKey: string
  transports: Transport[]
  counter: number
  isSuspended: boolean
  account: Pick<AccountRecord, 'id' | 'email' | 'passwordSetAt'>
}

export async function findPasskey(
  db: D1Database,
  credentialId: string,
): Promise<PasskeyRecord | null> {
  const row = await database(db)
    .select({
      id: passkeys.id,
      credentialId: passkeys.credentialId,
      publicKey: passkeys.publicKey,
      transports: passkeys.transports,
      counter: passkeys.counter,
      isSuspended: sql<number>`${passkeys.suspendedAt} IS NOT NULL`.mapWith(Boolean),
      // Drizzle reads the columns of a join by position, so both tables can have an `id`.
      account: {
        id: accounts.id,
        email: accounts.email,
        passwordSetAt: accounts.passwordSetAt,
      },
    })
    .from(passkeys)
    .innerJoin(accounts, eq(accounts.id, passkeys.accountId))
    .where(eq(passkeys.credentialId, credentialId))
    .get()
  return row ?? null
}

export interface PasskeyUse {
  counter: number
  backedUp: boolean
  /** When the challenge that it answered was minted. */
  challengedAt: number
}

/**
 * Returns false unless the challenge is newer than the last one: each counts once. A retry to D1
 * whose first answer was lost returns false too; then the page asks again.
 */
export async function notePasskeyUse(
  db: D1Database,
  id: string,
  use: PasskeyUse,
  now: number,
): Promise<boolean> {
  const noted = await database(db)
    .update(passkeys)
    .set({ ...use, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), lt(passkeys.challengedAt, use.challengedAt)))
    .returning({ id: passkeys.id })
  return noted.length > 0
}

export interface NewPasskey
  extends Omit<PasskeyRecord, 'account' | 'isSuspended'>,
    Omit<PasskeyUse, 'counter'> {
  backupEligible: boolean
  deviceLabel: string | null
}

/** Inserts nothing without the account, beyond `LIMITS.passkeys`, or for a known passkey. */
export function insertPasskey(
  orm: Orm,
  accountId: string,
  key: NewPasskey,
  now: number,
  stillSo?: SQL,
) {
  const isOwn = eq(passkeys.accountId, accountId)
  const hasRoom = sql`(SELECT COUNT(*) FROM ${passkeys} WHERE ${isOwn}) < ${LIMITS.passkeys}`
  const row = orm
    .select({
      id: sql<string>`${key.id}`.as('id'),
      accountId: accounts.id,
      credentialId: sql<string>`${key.credentialId}`.as('credential_id'),
      publicKey: sql<string>`${key.publicKey}`.as('public_key'),
      transports: sql<Transport[]>`${JSON.stringify(key.transports)}`.as('transports'),
      counter: sql<number>`${key.counter}`.as('counter'),
      backupEligible: sql<boolean>`${Number(key.backupEligible)}`.as('backup_eligible'),
      backedUp: sql<boolean>`${Number(key.backedUp)}`.as('backed_up'),
      name: sql<null>`NULL`.as('name'),
      deviceLabel: sql<string | null>`${key.deviceLabel}`.as('device_label'),
      createdAt: sql<number>`${now}`.as('created_at'),
      lastUsedAt: sql<null>`NULL`.as('last_used_at'),
      challengedAt: sql<number>`${key.challengedAt}`.as('challenged_at'),
      suspendedAt: sql<null>`NULL`.as('suspended_at'),
    })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), hasRoom, stillSo))
  return orm.insert(passkeys).select(row).onConflictDoNothing()
}

/** Returns false if the account already has `LIMITS.passkeys`, the passkey is known, or the session has ended. */
export async function createPasskey(
  db: D1Database,
  { accountId, tokenHash }: { accountId: string; tokenHash: string },
  key: NewPasskey,
  act: NewAct,
): Promise<boolean> {
  const orm = database(db)
  // A password link that is used meanwhile suspends older passkeys only.
  const isSignedIn = sql`EXISTS (SELECT 1 FROM ${adminSessions}
    WHERE ${eq(adminSessions.tokenHash, tokenHash)})`
  await orm.batch([insertPasskey(orm, accountId, key, act.at, isSignedIn), insertAct(orm, act)])
  // A retry finds its own row.
  const own = orm.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, key.id))
  return (await own.get()) !== undefined
}

export async function listPasskeys(db: D1Database, accountId: string) {
  const { id, credentialId, transports, name, deviceLabel, createdAt, lastUsedAt } = passkeys
  const isSuspended = sql<number>`${passkeys.suspendedAt} IS NOT NULL`.mapWith(Boolean)
  return database(db)
    .select({ id, credentialId, transports, name, deviceLabel, createdAt, lastUsedAt, isSuspended })
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(asc(createdAt), asc(id))
    .limit(LIMITS.passkeys)
}

/** Returns false for a passkey of another account. */
export async function renamePasskey(
  db: D1Database,
  accountId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const renamed = await database(db)
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.accountId, accountId)))
    .returning({ id: passkeys.id })
  return renamed.length > 0
}

/** A passkey from before a password link opens the account again. Idempotent. Returns false for another account's. */
export async function confirmPasskey(
  db: D1Database,
  accountId: string,
  id: string,
  act: NewAct,
): Promise<boolean> {
  const orm = database(db)
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.accountId, accountId))
  const [, , own] = await orm.batch([
    orm
      .update(passkeys)
      .set({ suspendedAt: null })
      .where(and(isOwn, isNotNull(passkeys.suspendedAt))),
    insertAct(orm, act),
    orm.select({ id: passkeys.id }).from(passkeys).where(isOwn),
  ])
  return own.length > 0
}

/**
 * Does nothing for a passkey that is gone or another account's. Returns false for the only passkey of
 * an account without a password: nothing else opens it.
 */
export async function deletePasskey(
  db: D1Database,
  accountId: string,
  id: string,
  act: NewAct,
): Promise<boolean> {
  const orm = database(db)
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.accountId, accountId))
  const others = and(eq(passkeys.accountId, accountId), ne(passkeys.id, id))
  const hasPassword = sql`EXISTS (SELECT 1 FROM ${accounts}
    WHERE ${accounts.id} = ${accountId} AND ${accounts.passwordHash} IS NOT NULL)`
  const isSpare = or(hasPassword, sql`EXISTS (SELECT 1 FROM ${passkeys} WHERE ${others})`)
  const [, , left] = await orm.batch([
    orm.delete(passkeys).where(and(isOwn, isSpare)),
    insertAct(orm, act),
    orm.select({ id: passkeys.id }).from(passkeys).where(isOwn),
  ])
  return left.length === 0
}
