import type { AccountRole, MemberRole } from '#contract/admin.ts'

/** A signed-in account and its roles. */
export interface Account {
  id: string
  email: string
  /** An administrator of the platform has every permission in every bar. */
  isAdmin: boolean
  /** The role in each bar, by bar id. */
  memberships: ReadonlyMap<string, MemberRole>
}

const EVERYBODY: readonly AccountRole[] = ['admin', 'owner', 'staff']
const NOT_STAFF: readonly AccountRole[] = ['admin', 'owner']
const ADMINS: readonly AccountRole[] = ['admin']

/** The roles that have each permission. To an account without a role, the bar does not exist. */
const RIGHTS = {
  seeBar: EVERYBODY,
  seePeople: EVERYBODY,
  answerHelp: EVERYBODY,
  removePeople: EVERYBODY,
  /** Reads how many visits `endVisits` would end. */
  countVisits: EVERYBODY,
  endVisits: EVERYBODY,
  useEntryCode: EVERYBODY,
  answerReports: EVERYBODY,
  seeClosedReports: NOT_STAFF,
  readReportMessages: NOT_STAFF,
  seePhones: NOT_STAFF,
  seeContract: NOT_STAFF,
  editBar: NOT_STAFF,
  pauseBar: NOT_STAFF,
  seeNumbers: NOT_STAFF,
  seeActs: NOT_STAFF,
  seeTeam: NOT_STAFF,
  changeStaff: NOT_STAFF,
  linkPassword: NOT_STAFF,
  changeOwners: ADMINS,
  changeContract: ADMINS,
  deleteBar: ADMINS,
  // These belong to no bar.
  registerBar: ADMINS,
  uploadPictures: NOT_STAFF,
  seeEveryBar: ADMINS,
  seeHealth: ADMINS,
  stopSite: ADMINS,
} satisfies Record<string, readonly AccountRole[]>

export type Permission = keyof typeof RIGHTS
export const PERMISSIONS = Object.keys(RIGHTS) as Permission[]

/** A stolen session is worth these: `barFor` requires a password or passkey from the last ten minutes. */
const PROVEN: readonly Permission[] = [
  ...(['deleteBar', 'changeOwners', 'changeStaff', 'linkPassword'] as const),
  ...(['readReportMessages', 'pauseBar', 'endVisits'] as const),
]

export function needsProof(permission: Permission): boolean {
  return PROVEN.includes(permission)
}

/** The permission to make or end a membership with this role. Ending one asks for no new proof. */
export const TO_CHANGE = {
  owner: 'changeOwners',
  staff: 'changeStaff',
} as const satisfies Record<MemberRole, Permission>

declare const proven: unique symbol

/** An account may do this in a bar that exists. Only `barFor` (middleware/signed-in.ts) makes one. */
export interface Granted<P extends Permission> {
  readonly [proven]: true
  readonly account: Account
  readonly barId: string
  readonly permission: P
}

/** Returns null if the account lacks the second permission in this bar. */
export function alsoGranted<P extends Permission>(
  granted: Granted<Permission>,
  permission: P,
): Granted<P> | null {
  return mayIn(granted.account, granted.barId, permission) ? { ...granted, permission } : null
}

export function rolesFor(permission: Permission): readonly AccountRole[] {
  return RIGHTS[permission]
}

/** Returns null if the account has no role in the bar. */
export function roleIn({ isAdmin, memberships }: Account, barId: string): AccountRole | null {
  return isAdmin ? 'admin' : (memberships.get(barId) ?? null)
}

export function mayIn(account: Account, barId: string, permission: Permission): boolean {
  const role = roleIn(account, barId)
  return role !== null && rolesFor(permission).includes(role)
}

/** Decides permissions that belong to no bar by the account's highest role. */
export function may(account: Account, permission: Permission): boolean {
  return rolesFor(permission).includes(roleOf(account))
}

/** The highest role. An account without bars counts as staff of none. */
export function roleOf({ isAdmin, memberships }: Account): AccountRole {
  if (isAdmin) return 'admin'
  return [...memberships.values()].includes('owner') ? 'owner' : 'staff'
}
