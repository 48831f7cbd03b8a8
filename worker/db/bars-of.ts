import type { SQL } from 'drizzle-orm'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { MemberRole } from '#contract/admin.ts'
import { MEMBER_ROLES } from '#contract/admin.ts'
import type { Account, Granted, Permission } from '#worker/policy/rights.ts'
import { rolesFor } from '#worker/policy/rights.ts'
import { database } from './database.ts'
import { bars, memberships } from './schema.ts'

const NONE = sql`0`

/**
 * The bars in which the account may do this: part of every query for an account, so that a route
 * that forgot to ask finds no bar instead of somebody else's.
 */
export function barsOf(account: Account, permission: Permission): SQL | undefined {
  const roles = rolesFor(permission)
  if (account.isAdmin) return roles.includes('admin') ? isNull(bars.deletedAt) : NONE
  const memberRoles = roles.filter((role): role is MemberRole => role !== 'admin')
  if (memberRoles.length === 0) return NONE
  return and(isNull(bars.deletedAt), inArray(bars.id, barIdsOf(account.id, memberRoles)))
}

/** The bar of a grant, where it still holds. */
export function oneBarOf({ account, barId, permission }: Granted<Permission>): SQL | undefined {
  return and(eq(bars.id, barId), barsOf(account, permission))
}

/** Of what the account is a member. */
export function barIdsOf(accountId: string, roles: readonly MemberRole[] = MEMBER_ROLES): SQL {
  const isMember = and(eq(memberships.accountId, accountId), inArray(memberships.role, [...roles]))
  return sql`(SELECT ${memberships.barId} FROM ${memberships} WHERE ${isMember})`
}

/** Of what the account is a member, in whatever role. */
export async function listBarIds(db: D1Database, accountId: string): Promise<string[]> {
  const rows = await database(db)
    .select({ barId: memberships.barId })
    .from(memberships)
    .where(eq(memberships.accountId, accountId))
  return rows.map(({ barId }) => barId)
}
