import type { SQL } from 'drizzle-orm'
import { and, desc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ActFilter, ActKind, ShownActs } from '#contract/acts.ts'
import type { Clearing } from '#contract/clearing.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import type { RemovalReason } from '#contract/removals.ts'
import { timeZoneOf } from '#contract/states.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Account, Granted } from '#worker/policy/rights.ts'
import { mayIn } from '#worker/policy/rights.ts'
import { barIdsOf, barsOf } from './bars-of.ts'
import { database } from './database.ts'
import { readCursor, toPage } from './page.ts'
import { accounts, adminActs, adminSessions, bars, passkeys } from './schema.ts'

export interface NewAct {
  id: string
  at: number
  kind: ActKind
  accountId: string
  barId?: string
  personId?: string
  memberId?: string
  people?: number
  /** The reason of a removal. */
  reason?: RemovalReason
}

/** Repeats of these could push everything else off the page. A new device is shown by its own row. */
const FOLDED: readonly ActKind[] = [
  ...(['signed_in', 'sign_in_failed', 'password_link_made', 'invitation_made'] as const),
  ...(['invitation_cancelled', 'bar_changed', 'bar_paused', 'bar_reopened'] as const),
  ...(['entry_code_switched', 'entry_code_renewed', 'report_messages_read'] as const),
  ...(['passkey_added', 'passkey_removed', 'bar_emptied', 'network_cleared'] as const),
]

/** Repeats within this time are one row. Reports of one person come from anybody. */
function foldsWithin(kind: ActKind): number {
  if (kind === 'report_opened') return HOUR_MS
  return FOLDED.includes(kind) ? MINUTE_MS : 0
}

const IF_CHANGED = sql`changes() > 0`

/**
 * Goes right after the change in a batch. By default it stores the act only if a row changed. A repeat
 * within `foldsWithin` adds to the count of the earlier row.
 */
export function insertAct(orm: ReturnType<typeof database>, act: NewAct, where: SQL = IF_CHANGED) {
  const { at, id, kind, accountId, barId = null, personId = null } = act
  const { memberId = null, people = null, reason = null } = act
  const since = at - foldsWithin(kind)
  return orm
    .insert(adminActs)
    .select(
      sql`SELECT coalesce(earlier.at, ${at}), coalesce(earlier.id, ${id}), ${kind}, ${accountId},
            ${barId}, ${personId}, ${memberId}, ${people}, ${reason}, 1
          FROM (SELECT 1) LEFT JOIN (SELECT at, id FROM admin_acts
            WHERE account_id = ${accountId} AND at > ${since} AND at <= ${at} AND kind = ${kind} AND bar_id IS ${barId}
              AND person_id IS ${personId} AND member_id IS ${memberId} AND reason IS ${reason}
              AND people IS ${people}
            ORDER BY at DESC LIMIT 1) AS earlier
          WHERE ${where}`,
    )
    .onConflictDoUpdate({
      target: [adminActs.at, adminActs.id],
      set: { times: sql`${adminActs.times} + 1` },
      // A retry finds its own row.
      setWhere: sql`${adminActs.id} <> ${id}`,
    })
}

/** Stores an act whose change is outside of D1. */
export async function keepAct(db: D1Database, act: NewAct): Promise<void> {
  await insertAct(database(db), act, sql`true`)
}

/** Stores nothing and returns false if the account has made too many of these in the last hour. */
export async function keepReveal(db: D1Database, act: NewAct): Promise<boolean> {
  const orm = database(db)
  const { accountId, kind, at, id } = act
  const others = and(
    eq(adminActs.accountId, accountId),
    eq(adminActs.kind, kind),
    gt(adminActs.at, at - TIMINGS.phoneRevealsMs),
  )
  const hasRoom = sql`(SELECT COUNT(*) FROM ${adminActs} WHERE ${others}) < ${LIMITS.phoneReveals}`
  const own = orm.select({ id: adminActs.id }).from(adminActs)
  const [, kept] = await orm.batch([
    insertAct(orm, act, hasRoom),
    own.where(and(eq(adminActs.at, at), eq(adminActs.id, id))),
  ])
  return kept.length > 0
}

/** Newest first, from bars whose acts the account may see. Administrators also see those of no bar. */
export async function listActs(
  db: D1Database,
  account: Account,
  filter: ActFilter,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<ShownActs> {
  const member = alias(accounts, 'member')
  const [at = '', id = ''] = readCursor(after)
  const rows = await database(db)
    .select({
      id: adminActs.id,
      at: adminActs.at,
      kind: adminActs.kind,
      accountId: adminActs.accountId,
      email: accounts.email,
      role: accounts.role,
      barId: adminActs.barId,
      barName: bars.name,
      state: bars.state,
      timeZone: bars.timeZone,
      personId: adminActs.personId,
      memberEmail: member.email,
      memberRole: member.role,
      people: adminActs.people,
      reason: adminActs.reason,
      times: adminActs.times,
    })
    .from(adminActs)
    .leftJoin(bars, eq(bars.id, adminActs.barId))
    .leftJoin(accounts, eq(accounts.id, adminActs.accountId))
    .leftJoin(member, eq(member.id, adminActs.memberId))
    .where(
      and(
        account.isAdmin ? undefined : barsOf(account, 'seeActs'),
        // The index leads with the acts' own column: a bar that is joined from the left may be missing.
        account.isAdmin ? undefined : inArray(adminActs.barId, barIdsOf(account.id)),
        filter.bar ? eq(adminActs.barId, filter.bar) : undefined,
        filter.kind ? eq(adminActs.kind, filter.kind) : undefined,
        filter.account ? eq(adminActs.accountId, filter.account) : undefined,
        filter.person ? eq(adminActs.personId, filter.person) : undefined,
        after ? sql`(${adminActs.at}, ${adminActs.id}) < (${Number(at)}, ${id})` : undefined,
      ),
    )
    .orderBy(desc(adminActs.at), desc(adminActs.id))
    .limit(limit + 1)
  const { shown, next } = toPage(rows, limit, (last) => [last.at, last.id])
  const acts = shown.map(({ role, state, timeZone, email, memberEmail, memberRole, ...act }) => ({
    ...act,
    email: showsEmail(account, role) ? email : null,
    memberEmail: showsEmail(account, memberRole) ? memberEmail : null,
    isMemberAdmin: memberRole === 'admin',
    timeZone: timeZoneOf({ state, timeZone }),
  }))
  return { acts, next }
}

/** Returns the last time that people were cleared within the longest visit. Staff do not learn by whom. */
export async function findLastClearing(
  db: D1Database,
  { account, barId }: Granted<'countVisits'>,
  now: number,
): Promise<Clearing['last']> {
  const ofTonight = and(
    eq(adminActs.barId, barId),
    inArray(adminActs.kind, ['bar_emptied', 'network_cleared']),
    gt(adminActs.at, now - TIMINGS.visitMs),
  )
  const row = await database(db)
    .select({
      at: adminActs.at,
      people: adminActs.people,
      email: accounts.email,
      role: accounts.role,
    })
    .from(adminActs)
    .leftJoin(accounts, eq(accounts.id, adminActs.accountId))
    .where(ofTonight)
    .orderBy(desc(adminActs.at))
    .limit(1)
    .get()
  if (!row) return null
  const { at, people, email, role } = row
  const isShown = showsEmail(account, role) && mayIn(account, barId, 'seeTeam')
  return { at, people: people ?? 0, by: isShown ? email : null }
}

/** Only administrators see the email of an administrator. */
function showsEmail(account: Account, role: 'admin' | null): boolean {
  return account.isAdmin || role === null
}

/** The last sign-in from a new device, and whether it made this session. */
export async function findNewDevice(
  db: D1Database,
  tokenHash: string,
  now: number,
): Promise<{ at: number; isOwn: boolean } | null> {
  const row = await database(db)
    .select({ at: adminActs.at, createdAt: adminSessions.createdAt })
    .from(adminSessions)
    .innerJoin(adminActs, eq(adminActs.accountId, adminSessions.accountId))
    .where(
      and(
        eq(adminSessions.tokenHash, tokenHash),
        eq(adminActs.kind, 'new_device'),
        gt(adminActs.at, now - TIMINGS.newDeviceShownMs),
      ),
    )
    .orderBy(desc(adminActs.at))
    .limit(1)
    .get()
  return row ? { at: row.at, isOwn: row.at === row.createdAt } : null
}

/**
 * Returns when a link set the password, if this is the first session since and the account has older
 * passkeys. A person who lost the password may have lost those too.
 */
export async function findAccessReview(
  db: D1Database,
  tokenHash: string,
  now: number,
): Promise<number | null> {
  const { accountId, createdAt } = adminSessions
  const row = await database(db)
    .select({ at: adminActs.at })
    .from(adminSessions)
    .innerJoin(adminActs, eq(adminActs.accountId, accountId))
    .where(
      and(
        eq(adminSessions.tokenHash, tokenHash),
        eq(adminActs.kind, 'password_set'),
        gt(adminActs.at, now - TIMINGS.newDeviceShownMs),
        lte(adminActs.at, createdAt),
        sql`NOT EXISTS (SELECT 1 FROM admin_acts AS earlier WHERE earlier.account_id = ${accountId}
          AND earlier.kind IN ('signed_in', 'new_device')
          AND earlier.at >= ${adminActs.at} AND earlier.at < ${createdAt})`,
        sql`EXISTS (SELECT 1 FROM ${passkeys}
          WHERE ${passkeys.accountId} = ${accountId} AND ${passkeys.createdAt} < ${createdAt})`,
      ),
    )
    .orderBy(desc(adminActs.at))
    .limit(1)
    .get()
  return row?.at ?? null
}

export async function deleteOldActs(db: D1Database, now: number): Promise<void> {
  await database(db)
    .delete(adminActs)
    .where(lt(adminActs.at, now - TIMINGS.actsKeptMs))
}
