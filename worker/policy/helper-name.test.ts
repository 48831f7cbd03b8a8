import { expect, test } from 'vitest'
import { toHelperName } from './helper-name.ts'
import type { Account } from './rights.ts'

const anAccount = (email: string, changes: Partial<Account> = {}): Account => ({
  id: 'a',
  email,
  isAdmin: false,
  memberships: new Map([['BARAAA', 'staff']]),
  ...changes,
})

test.each([
  ['léo@boteco.example', 'Léo'],
  ['ana.souza@boteco.example', 'Ana'],
  ['_bia-2@boteco.example', 'Bia'],
  ['caio+bar@boteco.example', 'Caio'],
  ['𝒟avi@boteco.example', '𝒟avi'],
  ['12@boteco.example', '12'],
])('%s goes as %s', (email, name) => {
  expect(toHelperName(anAccount(email), 'BARAAA')).toBe(name)
})

test('an administrator has no name in a bar, unless they are of its team', () => {
  const admin = anAccount('dona@site.example', { isAdmin: true, memberships: new Map() })
  expect(toHelperName(admin, 'BARAAA')).toBeNull()
  const owner = { ...admin, memberships: new Map([['BARAAA', 'owner'] as const]) }
  expect(toHelperName(owner, 'BARAAA')).toBe('Dona')
})
