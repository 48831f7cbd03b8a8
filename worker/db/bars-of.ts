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
 * The bars in which the account has the permission. Every query for an account includes it, so that
 * a route that forgot its check finds no bar rather than a stranger's.
 */
export function barsOf(account: Account, permission: Permission): SQL | undefined {
  const roles = rolesFor(permission)
  if (account.isAdmin) return roles.includes('admin') ? isNull(bars.deletedAt) : NONE
  const memberRoles = roles.filter((role): role is MemberRole => role !== 'admin')
  if (memberRoles.length === 0) return NONE
  return and(isNull(bars.deletedAt), inArray(bars.id, barIdsOf(account.id, memberRoles)))
}

/** The bar of a grant, if the grant still holds. */
export function oneBarOf({ account, barId, permission }: Granted<Permission>): SQL | undefined {
  return and(eq(bars.id, barId), barsOf(account, permission))
}

/** The bars that the account is a member of. */
export function barIdsOf(accountId: string, roles: readonly MemberRole[] = MEMBER_ROLES): SQL {
  const isMember = and(eq(memberships.accountId, accountId), inArray(memberships.role, [...roles]))
  return sql`(SELECT ${memberships.barId} FROM ${memberships} WHERE ${isMember})`
}

/** Lists the bars that the account is a member of, in any role. */
export async function listBarIds(db: D1Database, accountId: string): Promise<string[]> {
  const rows = await database(db)
    .select({ barId: memberships.barId })
    .from(memberships)
    .where(eq(memberships.accountId, accountId))
  return rows.map(({ barId }) => barId)
}
