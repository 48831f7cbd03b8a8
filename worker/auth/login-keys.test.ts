import { expect, test } from 'vitest'
import { accountKey, mintDevice, networkKey, readDevice } from './login-keys.ts'

const PEPPER = 'a-pepper-of-this-test-that-is-long-enough'

test('T29 a device is known to the account that it signed in to, and to no other', () => {
  const cookie = mintDevice(PEPPER, 'ana')
  expect(readDevice(PEPPER, 'ana', cookie)).toMatch(/^[\w-]{43}$/)
  expect(readDevice(PEPPER, 'beto', cookie)).toBeNull()
  expect(readDevice('another-pepper-that-is-long-enough', 'ana', cookie)).toBeNull()
})

test('T28 nobody makes a device up to get tries of its own', () => {
  const cookie = mintDevice(PEPPER, 'ana')
  const [device, signature] = cookie.split('.')
  const other = mintDevice(PEPPER, 'beto').split('.')[0]
  const forged = ['', '.', `${device}`, `${device}.`, `${other}.${signature}`, `${cookie}.x`]
  for (const text of [...forged, ` ${cookie}`, `${device}.${'A'.repeat(43)}`, `.${signature}`]) {
    expect(readDevice(PEPPER, 'ana', text)).toBeNull()
  }
})

test('accounts and networks are counted under keyed hashes, and none passes for the other', () => {
  const env = { PASSWORD_PEPPER: 'pepper' } as Env
  expect(accountKey(env, 'ana@x')).toBe('zv0o-9Pn8aImEB3Hl2-8uHliF3W5qIResF6QysA2L-g')
  expect(networkKey(env, '1.2.3.4')).toBe('m5NohqQ_V0eOYT5ais39odeJYPGm6_MHEhEvjOsEzQY')
  // An email that ends like a cookie’s device signs no cookie.
  const [device = ''] = mintDevice('pepper', 'ana').split('.')
  const asAccount = accountKey(env, `${device}:ana`)
  expect(readDevice('pepper', 'ana', `${device}.${asAccount}`)).toBeNull()
})
