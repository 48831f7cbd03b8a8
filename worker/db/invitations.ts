import { and, eq, gt, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm'
import type { MemberRole } from '#contract/admin.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OpenedInvitation } from '#contract/team.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Granted } from '#worker/policy/rights.ts'
import type { NewAccount } from './accounts.ts'
import type { NewAct } from './acts.ts'
import { insertAct } from './acts.ts'
import { oneBarOf } from './bars-of.ts'
import { database } from './database.ts'
import type { NewPasskey } from './passkeys.ts'
import { insertPasskey } from './passkeys.ts'
import { accounts, bars, invitations, memberships, passkeys, passwordLinks } from './schema.ts'

export interface NewInvitation {
  id: string
  tokenHash: string
  role: MemberRole
  expiresAt: number
}

/** Returns false if too many invitations are open, or if the team would be too large once all are used. */
export async function createInvitation(
  db: D1Database,
  granted: Granted<'changeOwners' | 'changeStaff'>,
  { id, tokenHash, role, expiresAt }: NewInvitation,
  act: NewAct,
): Promise<boolean> {
  const orm = database(db)
  const others = and(
    eq(invitations.barId, granted.barId),
    ne(invitations.id, id),
    gt(invitations.expiresAt, expiresAt - TIMINGS.invitationMs),
  )
  const open = sql`(SELECT COUNT(*) FROM ${invitations} WHERE ${others})`
  const members = sql`(SELECT COUNT(*) FROM ${memberships} WHERE ${eq(memberships.barId, granted.barId)})`
  const hasRoom = sql`${open} < ${LIMITS.openInvitations} AND ${open} + ${members} < ${LIMITS.teamMembers}`
  const invitation = orm
    .select({
      id: sql<string>`${id}`.as('id'),
      tokenHash: sql<string>`${tokenHash}`.as('token_hash'),
      barId: bars.id,
      role: sql<MemberRole>`${role}`.as('role'),
      madeBy: sql<string>`${granted.account.id}`.as('made_by'),
      expiresAt: sql<number>`${expiresAt}`.as('expires_at'),
    })
    .from(bars)
    .where(and(oneBarOf(granted), hasRoom))
  const [made] = await orm.batch([
    orm
      .insert(invitations)
      .select(invitation)
      // A retry finds its own row and must return it.
      .onConflictDoUpdate({ target: invitations.id, set: { expiresAt } })
      .returning({ id: invitations.id }),
    insertAct(orm, act),
  ])
  return made.length > 0
}

/** Returns null for an invitation of another bar. */
export async function findInvitationRole(
  db: D1Database,
  granted: Granted<'seeTeam'>,
  id: string,
): Promise<MemberRole | null> {
  const row = await database(db)
    .select({ role: invitations.role })
    .from(invitations)
    .innerJoin(bars, and(eq(bars.id, invitations.barId), oneBarOf(granted)))
    .where(eq(invitations.id, id))
    .get()
  return row?.role ?? null
}

export async function deleteInvitation(
  db: D1Database,
  { barId }: Granted<'changeOwners' | 'changeStaff'>,
  id: string,
  act: NewAct,
): Promise<void> {
  const orm = database(db)
  const isOwn = and(eq(invitations.id, id), eq(invitations.barId, barId))
  await orm.batch([orm.delete(invitations).where(isOwn), insertAct(orm, act)])
}

export interface FoundInvitation extends OpenedInvitation {
  barId: string
}

/** Returns null if the invitation has expired or been used, or if its bar is gone. */
export async function findInvitation(
  db: D1Database,
  tokenHash: string,
  now: number,
): Promise<FoundInvitation | null> {
  const row = await database(db)
    .select({
      barId: bars.id,
      barName: bars.name,
      role: invitations.role,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .innerJoin(bars, eq(bars.id, invitations.barId))
    .where(isOpen(tokenHash, now))
    .get()
  return row ?? null
}

function isOpen(tokenHash: string, now: number) {
  return and(
    eq(invitations.tokenHash, tokenHash),
    gt(invitations.expiresAt, now),
    isNull(bars.deletedAt),
  )
}

/** Uses up the invitation. Returns false if it is no longer valid. */
export async function joinBar(
  db: D1Database,
  { tokenHash, barId }: { tokenHash: string; barId: string },
  accountId: string,
  act: NewAct,
): Promise<boolean> {
  const now = act.at
  const orm = database(db)
  const [, , , , found] = await orm.batch([
    insertMembership(orm, tokenHash, accountId, now),
    insertAct(orm, act),
    // Their creator may not reset the passwords of this bar's members.
    orm
      .delete(passwordLinks)
      .where(and(eq(passwordLinks.accountId, accountId), isNotNull(passwordLinks.madeBy))),
    orm.delete(invitations).where(eq(invitations.tokenHash, tokenHash)),
    selectNewMembership(orm, barId, accountId, now),
  ])
  return found.length > 0
}

/**
 * Like `joinBar`, but creates the account, with a password or with a passkey as its only way in.
 * Also returns false if the email or the passkey belongs to another account.
 */
export async function joinBarAnew(
  db: D1Database,
  { tokenHash, barId }: { tokenHash: string; barId: string },
  { id, email, passwordHash, passkey }: NewAccount & { passkey: NewPasskey | null },
  act: NewAct,
): Promise<boolean> {
  const now = act.at
  const orm = database(db)
  const account = orm
    .select({
      id: sql<string>`${id}`.as('id'),
      email: sql<string>`${email}`.as('email'),
      passwordHash: sql<string | null>`${passwordHash}`.as('password_hash'),
      createdAt: sql<number>`${now}`.as('created_at'),
      passwordSetAt: sql<number | null>`${passwordHash && now}`.as('password_set_at'),
      role: sql<null>`NULL`.as('role'),
      emailConfirmedAt: sql<null>`NULL`.as('email_confirmed_at'),
      lostBarAt: sql<null>`NULL`.as('lost_bar_at'),
    })
    .from(invitations)
    .innerJoin(bars, eq(bars.id, invitations.barId))
    .where(and(isOpen(tokenHash, now), passkey ? isNobodys(passkey) : undefined))
  const isMade = sql`EXISTS (SELECT 1 FROM ${accounts} WHERE ${eq(accounts.id, id)})`
  await orm.batch([
    orm.insert(accounts).select(account).onConflictDoNothing(),
    ...(passkey ? [insertPasskey(orm, id, passkey, now)] : []),
    insertMembership(orm, tokenHash, id, now),
    insertAct(orm, act),
    orm.delete(invitations).where(and(eq(invitations.tokenHash, tokenHash), isMade)),
  ])
  return (await selectNewMembership(orm, barId, id, now)).length > 0
}

function isNobodys({ credentialId }: NewPasskey) {
  return sql`NOT EXISTS (SELECT 1 FROM ${passkeys} WHERE ${eq(passkeys.credentialId, credentialId)})`
}

type Orm = ReturnType<typeof database>

/** Inserts nothing without the account. An owner who opens a link for staff stays an owner. */
function insertMembership(orm: Orm, tokenHash: string, accountId: string, now: number) {
  return orm
    .insert(memberships)
    .select(
      orm
        .select({
          accountId: accounts.id,
          barId: invitations.barId,
          role: invitations.role,
          since: sql<number>`${now}`.as('since'),
        })
        .from(invitations)
        .innerJoin(bars, eq(bars.id, invitations.barId))
        .innerJoin(accounts, eq(accounts.id, accountId))
        .where(isOpen(tokenHash, now)),
    )
    .onConflictDoUpdate({
      target: [memberships.accountId, memberships.barId],
      set: {
        role: sql`CASE ${memberships.role} WHEN 'owner' THEN 'owner' ELSE excluded.role END`,
        since: now,
      },
    })
}

/** A retry finds the invitation used up, and its own membership. */
function selectNewMembership(orm: Orm, barId: string, accountId: string, now: number) {
  return orm
    .select({ barId: memberships.barId })
    .from(memberships)
    .where(
      and(
        eq(memberships.accountId, accountId),
        eq(memberships.barId, barId),
        eq(memberships.since, now),
      ),
    )
}

export async function deleteExpiredInvitations(db: D1Database, now: number): Promise<void> {
  await database(db).delete(invitations).where(lte(invitations.expiresAt, now))
}
