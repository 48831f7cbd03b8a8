import { expect, test } from 'vitest'
import { ACCOUNT_ROLES } from '#contract/admin.ts'
import type { Account, Granted } from './rights.ts'
import {
  alsoGranted,
  may,
  mayIn,
  needsProof,
  PERMISSIONS,
  roleIn,
  roleOf,
  TO_CHANGE,
} from './rights.ts'

const [A, B, C] = ['AAAAAA', 'BBBBBB', 'CCCCCC']
const account = (changes: Partial<Account> = {}): Account => ({
  id: 'x',
  email: 'x@brinde.test',
  isAdmin: false,
  memberships: new Map(),
  ...changes,
})
const admin = account({ isAdmin: true })
const mixed = account({
  memberships: new Map([
    [A, 'owner'],
    [B, 'staff'],
  ]),
})

/** Written out a second time, so that a change of the table is a change of two files. */
const MATRIX: Record<(typeof PERMISSIONS)[number], string> = {
  seeBar: 'admin owner staff',
  seePeople: 'admin owner staff',
  answerHelp: 'admin owner staff',
  removePeople: 'admin owner staff',
  countVisits: 'admin owner staff',
  endVisits: 'admin owner staff',
  useEntryCode: 'admin owner staff',
  answerReports: 'admin owner staff',
  seeClosedReports: 'admin owner',
  readReportMessages: 'admin owner',
  seePhones: 'admin owner',
  seeContract: 'admin owner',
  editBar: 'admin owner',
  pauseBar: 'admin owner',
  seeNumbers: 'admin owner',
  seeActs: 'admin owner',
  seeTeam: 'admin owner',
  changeStaff: 'admin owner',
  linkPassword: 'admin owner',
  uploadPictures: 'admin owner',
  changeOwners: 'admin',
  changeContract: 'admin',
  deleteBar: 'admin',
  registerBar: 'admin',
  seeEveryBar: 'admin',
  seeHealth: 'admin',
  stopSite: 'admin',
}

test.each(PERMISSIONS)(
  'T34 in a bar, %s is for whom it is meant, and in a bar of others for nobody',
  (permission) => {
    const allowed = (barId: string, of: Account) => mayIn(of, barId, permission)
    const roles = ACCOUNT_ROLES.filter((role) =>
      allowed(A, role === 'admin' ? admin : account({ memberships: new Map([[A, role]]) })),
    )
    expect(roles.join(' ')).toBe(MATRIX[permission])
    expect(allowed(C, mixed)).toBe(false)
    expect(allowed(A, account())).toBe(false)
  },
)

test('T34 a role is of one bar: the owner of one may be staff in another, and changes staff alone', () => {
  expect([roleIn(mixed, A), roleIn(mixed, B), roleIn(mixed, C)]).toEqual(['owner', 'staff', null])
  expect([mayIn(mixed, A, 'editBar'), mayIn(mixed, B, 'editBar')]).toEqual([true, false])
  expect([mayIn(mixed, A, TO_CHANGE.staff), mayIn(mixed, A, TO_CHANGE.owner)]).toEqual([
    true,
    false,
  ])
  expect(roleIn(admin, C)).toBe('admin')
})

test('permissions outside of bars follow the highest role of an account', () => {
  const accounts = [admin, mixed, account()]
  expect(accounts.map(roleOf)).toEqual(['admin', 'owner', 'staff'])
  expect(accounts.map((one) => may(one, 'uploadPictures'))).toEqual([true, true, false])
  expect(accounts.map((one) => may(one, 'registerBar'))).toEqual([true, false, false])
})

test('T59 permissions that are worth a stolen session need a recent proof', () => {
  expect(PERMISSIONS.filter(needsProof).sort()).toEqual([
    'changeOwners',
    'changeStaff',
    'deleteBar',
    'endVisits',
    'linkPassword',
    'pauseBar',
    'readReportMessages',
  ])
})

test('T34 a grant is of one right: code without the check of barFor does not compile', () => {
  const granted = { account: mixed, barId: A, permission: 'seeTeam' } as Granted<'seeTeam'>
  // @ts-expect-error barFor has not granted it
  const forged: Granted<'seeTeam'> = { account: mixed, barId: A, permission: 'seeTeam' }
  // @ts-expect-error it is a grant of another right
  const other: Granted<'deleteBar'> = granted
  expect([forged.permission, other.permission]).toEqual(['seeTeam', 'seeTeam'])
  expect(alsoGranted(granted, 'changeStaff')).toEqual({ ...granted, permission: 'changeStaff' })
  expect(alsoGranted(granted, 'changeOwners')).toBe(null)
})
