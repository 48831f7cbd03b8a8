import type { SQL } from 'drizzle-orm'
import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { MemberRole } from '#contract/admin.ts'
import type { Team } from '#contract/team.ts'
import type { Granted } from '#worker/policy/rights.ts'
import type { NewAct } from './acts.ts'
import { insertAct } from './acts.ts'
import { barIdsOf, oneBarOf } from './bars-of.ts'
import { database } from './database.ts'
import { accounts, bars, invitations, memberships, passwordLinks } from './schema.ts'

/** Returns null if the bar has been deleted in the meantime. */
export async function findTeam(
  db: D1Database,
  granted: Granted<'seeTeam'>,
  now: number,
): Promise<Team | null> {
  const orm = database(db)
  const isOwn = oneBarOf(granted)
  const [[bar], members, open] = await orm.batch([
    orm.select({ barName: bars.name }).from(bars).where(isOwn),
    orm
      .select({
        id: accounts.id,
        email: accounts.email,
        // In a batch D1 answers by name, and one name holds one column.
        platformRole: sql<'admin' | null>`${accounts.role}`.as('platform_role'),
        role: memberships.role,
        since: memberships.since,
        emailConfirmedAt: accounts.emailConfirmedAt,
      })
      .from(memberships)
      .innerJoin(bars, and(eq(bars.id, memberships.barId), isOwn))
      .innerJoin(accounts, eq(accounts.id, memberships.accountId))
      .orderBy(asc(memberships.role), asc(accounts.email)),
    orm
      .select({
        id: invitations.id,
        role: invitations.role,
        expiresAt: invitations.expiresAt,
      })
      .from(invitations)
      .innerJoin(bars, and(eq(bars.id, invitations.barId), isOwn))
      .where(gt(invitations.expiresAt, now))
      .orderBy(asc(invitations.expiresAt)),
  ])
  if (!bar) return null
  const shown = members.map(({ platformRole, email, emailConfirmedAt, ...member }) => ({
    ...member,
    // The operator named the email of an administrator.
    isEmailConfirmed: platformRole !== null || emailConfirmedAt !== null,
    email: granted.account.isAdmin || platformRole === null ? email : null,
  }))
  return { ...bar, members: shown, invitations: open }
}

/** Returns null for an account that is not a member of this bar. */
export async function findMemberRole(
  db: D1Database,
  granted: Granted<'seeTeam' | 'linkPassword'>,
  memberId: string,
): Promise<MemberRole | null> {
  const row = await database(db)
    .select({ role: memberships.role })
    .from(memberships)
    .innerJoin(bars, and(eq(bars.id, memberships.barId), oneBarOf(granted)))
    .where(eq(memberships.accountId, memberId))
    .get()
  return row?.role ?? null
}

/** Goes before the deletion of these memberships in a batch. */
export function noteLostBar(
  orm: ReturnType<typeof database>,
  areLost: SQL | undefined,
  now: number,
) {
  const lost = orm.select({ id: memberships.accountId }).from(memberships).where(areLost)
  return orm.update(accounts).set({ lostBarAt: now }).where(inArray(accounts.id, lost))
}

/** Deletes the links that the member has made too, and the password link made for them. Keeps one whose role has changed. */
export async function deleteMembership(
  db: D1Database,
  { barId }: Granted<'changeOwners' | 'changeStaff'>,
  { id: memberId, role }: { id: string; role: MemberRole },
  act: NewAct,
): Promise<void> {
  const orm = database(db)
  const madeLink = or(
    eq(passwordLinks.madeBy, memberId),
    and(eq(passwordLinks.accountId, memberId), isNotNull(passwordLinks.madeBy)),
  )
  const isTheirs = and(
    eq(memberships.barId, barId),
    eq(memberships.accountId, memberId),
    eq(memberships.role, role),
  )
  await orm.batch([
    noteLostBar(orm, isTheirs, act.at),
    orm.delete(memberships).where(isTheirs),
    insertAct(orm, act),
    orm
      .delete(invitations)
      .where(and(eq(invitations.barId, barId), eq(invitations.madeBy, memberId))),
    orm.delete(passwordLinks).where(madeLink),
  ])
}

/**
 * Returns false if the member also belongs to a bar that this account does not own: else an owner
 * could invite another bar's owner and get into their account. An account makes no link for itself:
 * to change its password it must give the present one.
 */
export async function createPasswordLink(
  db: D1Database,
  granted: Granted<'linkPassword'>,
  memberId: string,
  link: { tokenHash: string; expiresAt: number },
  act: NewAct,
): Promise<boolean> {
  const orm = database(db)
  const { account } = granted
  const elsewhere = and(
    eq(memberships.accountId, memberId),
    sql`${memberships.barId} NOT IN ${barIdsOf(account.id, ['owner'])}`,
  )
  const isTheirs = account.isAdmin
    ? undefined
    : sql`NOT EXISTS (SELECT 1 FROM ${memberships} WHERE ${elsewhere})`
  const isMember = sql`EXISTS (SELECT 1 FROM ${memberships} INNER JOIN ${bars}
    ON ${and(eq(bars.id, memberships.barId), oneBarOf(granted))}
    WHERE ${eq(memberships.accountId, memberId)})`
  const insert = orm
    .insert(passwordLinks)
    .select(
      orm
        .select({
          accountId: accounts.id,
          tokenHash: sql<string>`${link.tokenHash}`.as('token_hash'),
          expiresAt: sql<number>`${link.expiresAt}`.as('expires_at'),
          madeBy: sql<string>`${account.id}`.as('made_by'),
        })
        .from(accounts)
        .where(
          and(
            eq(accounts.id, memberId),
            ne(accounts.id, account.id),
            isNull(accounts.role),
            isMember,
            isTheirs,
          ),
        ),
    )
    .onConflictDoUpdate({
      target: passwordLinks.accountId,
      set: { tokenHash: link.tokenHash, expiresAt: link.expiresAt, madeBy: account.id },
    })
    .returning({ accountId: passwordLinks.accountId })
  const [made] = await orm.batch([insert, insertAct(orm, act)])
  return made.length > 0
}

/** Lists the names of the account's bars. */
export async function listBarNames(db: D1Database, accountId: string): Promise<string[]> {
  const rows = await database(db)
    .select({ name: bars.name })
    .from(memberships)
    .innerJoin(bars, eq(bars.id, memberships.barId))
    .where(eq(memberships.accountId, accountId))
  return rows.map(({ name }) => name)
}
