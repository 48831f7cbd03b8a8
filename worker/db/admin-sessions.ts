import type { SQL } from 'drizzle-orm'
import { and, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { AdminUser, MemberRole } from '#contract/admin.ts'
import type { ProofKind } from '#contract/admin-account.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { Account } from '#worker/policy/rights.ts'
import { roleOf } from '#worker/policy/rights.ts'
import type { AccountRecord } from './accounts.ts'
import type { NewAct } from './acts.ts'
import { insertAct } from './acts.ts'
import { database } from './database.ts'
import type { NewSession } from './new-session.ts'
import { insertSession } from './new-session.ts'
import { accounts, adminSessions, bars, memberships } from './schema.ts'

export interface SignedIn {
  account: Account
  /** The account as the page receives it. */
  user: AdminUser
  tokenHash: string
  lastUsedAt: number
  expiresAt: number
  /** The time of the request to D1. */
  readAt: number
  /** When this session last gave a password or passkey. */
  provenAt: number
}

export interface OpenedSession {
  session: SignedIn
  /** The hashes of what had to end for it: an account has at most `LIMITS.accountSessions`. */
  ended: string[]
}

/** Returns null if the account is gone or the password has changed since the check. */
export async function openAdminSession(
  db: D1Database,
  account: Pick<AccountRecord, 'id' | 'passwordSetAt'>,
  session: NewSession,
  formerTokenHash: string | null,
  act: NewAct,
): Promise<OpenedSession | null> {
  const now = act.at
  const orm = database(db)
  const stillSo = and(
    eq(accounts.id, account.id),
    sql`${accounts.passwordSetAt} IS ${account.passwordSetAt}`,
  )
  // SQLite takes an offset only after a limit; -1 is none.
  const tooMany = sql`(SELECT ${adminSessions.tokenHash} FROM ${adminSessions}
    WHERE ${adminSessions.accountId} = ${account.id}
    ORDER BY ${adminSessions.tokenHash} = ${session.tokenHash} DESC,
      ${adminSessions.lastUsedAt} DESC, ${adminSessions.createdAt} DESC
    LIMIT -1 OFFSET ${LIMITS.accountSessions})`
  const [, , , ended, rows] = await orm.batch([
    insertSession(orm, stillSo, session, now),
    insertAct(orm, act),
    orm.delete(adminSessions).where(eq(adminSessions.tokenHash, formerTokenHash ?? '')),
    orm
      .delete(adminSessions)
      .where(inArray(adminSessions.tokenHash, tooMany))
      .returning({ tokenHash: adminSessions.tokenHash }),
    selectSession(orm, session.tokenHash, now),
  ])
  const opened = toSignedIn(rows, session.tokenHash, now)
  return opened && { session: opened, ended: ended.map(({ tokenHash }) => tokenHash) }
}

/** One query, with the account's bars. Returns null after 7 days or 12 idle hours. */
export async function findAdminSession(
  db: D1Database,
  tokenHash: string,
  now: number,
): Promise<SignedIn | null> {
  return toSignedIn(await selectSession(database(db), tokenHash, now), tokenHash, now)
}

const selectSession = (orm: Orm, tokenHash: string, now: number) =>
  selectSessions(orm, eq(adminSessions.tokenHash, tokenHash), now)

function selectSessions(orm: Orm, which: SQL, now: number) {
  return orm
    .select({
      tokenHash: adminSessions.tokenHash,
      id: accounts.id,
      email: accounts.email,
      role: accounts.role,
      lastUsedAt: adminSessions.lastUsedAt,
      expiresAt: adminSessions.expiresAt,
      provenAt: adminSessions.provenAt,
      // In a batch D1 answers by name, and one name holds one column.
      barId: sql<string | null>`${bars.id}`.as('live_bar_id'),
      memberRole: sql<MemberRole | null>`${memberships.role}`.as('member_role'),
    })
    .from(adminSessions)
    .innerJoin(accounts, eq(accounts.id, adminSessions.accountId))
    .leftJoin(memberships, eq(memberships.accountId, accounts.id))
    .leftJoin(bars, and(eq(bars.id, memberships.barId), isNull(bars.deletedAt)))
    .where(
      and(
        which,
        gt(adminSessions.expiresAt, now),
        gt(adminSessions.lastUsedAt, now - TIMINGS.adminSessionIdleMs),
      ),
    )
}

type Orm = ReturnType<typeof database>
type SessionRow = Awaited<ReturnType<typeof selectSessions>>[number]

/** `rows` has one row for each bar of the account, or a single one without a bar. */
function toSignedIn(
  rows: readonly SessionRow[],
  tokenHash: string,
  readAt: number,
): SignedIn | null {
  const [row] = rows
  if (!row) return null
  const { id, email, role, lastUsedAt, expiresAt, provenAt } = row
  const found = rows.flatMap(({ barId, memberRole }): [string, MemberRole][] =>
    barId && memberRole ? [[barId, memberRole]] : [],
  )
  const account = { id, email, isAdmin: role === 'admin', memberships: new Map(found) }
  const user = { id, email, role: roleOf(account) }
  return { account, user, tokenHash, lastUsedAt, expiresAt, readAt, provenAt }
}

/** Finds the sessions that have not ended, by token hash, in one query. An open board counts as use. */
export async function findUsedSessions(
  db: D1Database,
  tokenHashes: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, SignedIn>> {
  // Binds the hashes as one JSON text: D1 binds 100 values at most.
  const isOne = sql`${adminSessions.tokenHash} IN (SELECT value FROM json_each(${JSON.stringify(tokenHashes)}))`
  const rows = await selectSessions(database(db), isOne, now)
  const found = new Map<string, SignedIn>()
  for (const tokenHash of tokenHashes) {
    const own = rows.filter((row) => row.tokenHash === tokenHash)
    const session = toSignedIn(own, tokenHash, now)
    if (!session) continue
    found.set(tokenHash, session)
    void noteSessionUse(db, session, now)
  }
  return found
}

/** Never rejects: whether a session has ended does not wait for this. */
export async function noteSessionUse(
  db: D1Database,
  { tokenHash, lastUsedAt }: Pick<SignedIn, 'tokenHash' | 'lastUsedAt'>,
  now: number,
): Promise<void> {
  const noted = now - TIMINGS.adminSessionNotedEveryMs
  if (lastUsedAt > noted) return
  try {
    await database(db)
      .update(adminSessions)
      .set({ lastUsedAt: now })
      .where(and(eq(adminSessions.tokenHash, tokenHash), lte(adminSessions.lastUsedAt, noted)))
  } catch (error) {
    log('session_use_not_noted', { error })
  }
}

/** The session has given a password or passkey again. */
export async function noteProof(db: D1Database, tokenHash: string, now: number): Promise<void> {
  await database(db)
    .update(adminSessions)
    .set({ provenAt: now })
    .where(eq(adminSessions.tokenHash, tokenHash))
}

export async function deleteAdminSession(db: D1Database, tokenHash: string): Promise<void> {
  await database(db).delete(adminSessions).where(eq(adminSessions.tokenHash, tokenHash))
}

export interface OwnedSession {
  tokenHash: string
  deviceLabel: string | null
  openedBy: ProofKind | null
  createdAt: number
  lastUsedAt: number
}

export async function listAdminSessions(
  db: D1Database,
  accountId: string,
  now: number,
): Promise<OwnedSession[]> {
  const { tokenHash, deviceLabel, openedBy, createdAt, lastUsedAt, expiresAt } = adminSessions
  return database(db)
    .select({ tokenHash, deviceLabel, openedBy, createdAt, lastUsedAt })
    .from(adminSessions)
    .where(
      and(
        eq(adminSessions.accountId, accountId),
        gt(expiresAt, now),
        gt(lastUsedAt, now - TIMINGS.adminSessionIdleMs),
      ),
    )
    .orderBy(desc(lastUsedAt), desc(createdAt))
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
