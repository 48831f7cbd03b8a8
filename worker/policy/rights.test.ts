import { expect, test } from 'vitest'
import { ACCOUNT_ROLES } from '#contract/admin.ts'
import type { Account } from './rights.ts'
import { ACT_ON, ACTS, may, mayIn, needsProof, roleIn, roleOf } from './rights.ts'

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
const MATRIX: Record<(typeof ACTS)[number], string> = {
  seeBar: 'admin owner staff',
  seePeople: 'admin owner staff',
  answerHelp: 'admin owner staff',
  removePeople: 'admin owner staff',
  clearPeople: 'admin owner staff',
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

test.each(ACTS)(
  'T34 in a bar, %s is for whom it is meant, and in a bar of others for nobody',
  (act) => {
    const allowed = (barId: string, of: Account) => mayIn(of, barId, act)
    const roles = ACCOUNT_ROLES.filter((role) =>
      allowed(A, role === 'admin' ? admin : account({ memberships: new Map([[A, role]]) })),
    )
    expect(roles.join(' ')).toBe(MATRIX[act])
    expect(allowed(C, mixed)).toBe(false)
    expect(allowed(A, account())).toBe(false)
  },
)

test('T34 a role is of one bar: the owner of one may be staff in another, and changes staff alone', () => {
  expect([roleIn(mixed, A), roleIn(mixed, B), roleIn(mixed, C)]).toEqual(['owner', 'staff', null])
  expect([mayIn(mixed, A, 'editBar'), mayIn(mixed, B, 'editBar')]).toEqual([true, false])
  expect([mayIn(mixed, A, ACT_ON.staff), mayIn(mixed, A, ACT_ON.owner)]).toEqual([true, false])
  expect(roleIn(admin, C)).toBe('admin')
})

test('what is in no bar is for the highest role that an account has', () => {
  const accounts = [admin, mixed, account()]
  expect(accounts.map(roleOf)).toEqual(['admin', 'owner', 'staff'])
  expect(accounts.map((one) => may(one, 'uploadPictures'))).toEqual([true, true, false])
  expect(accounts.map((one) => may(one, 'registerBar'))).toEqual([true, false, false])
})

test('T59 what is worth a stolen session asks for a proof again', () => {
  expect(ACTS.filter(needsProof).sort()).toEqual([
    'changeOwners',
    'changeStaff',
    'deleteBar',
    'linkPassword',
    'readReportMessages',
  ])
})
