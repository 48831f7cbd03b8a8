import { expect, test } from 'vitest'
import { accountKey, mintDevice, networkKey, readDevice } from './login-keys.ts'

const PEPPER = 'a-pepper-of-this-test-that-is-long-enough'

test('T29 a device is known only to the account that it signed in to', () => {
  const cookie = mintDevice(PEPPER, 'ana')
  expect(readDevice(PEPPER, 'ana', cookie)).toMatch(/^[\w-]{43}$/)
  expect(readDevice(PEPPER, 'beto', cookie)).toBeNull()
  expect(readDevice('another-pepper-that-is-long-enough', 'ana', cookie)).toBeNull()
})

test('T29 a browser stays known to the last eight accounts that signed in on it', () => {
  const accounts = Array.from({ length: 9 }, (_, at) => `account ${at}`)
  let cookie = ''
  for (const account of accounts) cookie = mintDevice(PEPPER, account, cookie)
  const known = accounts.filter((account) => readDevice(PEPPER, account, cookie))
  expect(known).toEqual(accounts.slice(1))
  expect(cookie.split('.')).toHaveLength(9)
  const devices = new Set(known.map((account) => readDevice(PEPPER, account, cookie)))
  expect(devices.size).toBe(1)
})

test('T29 a device cookie of an earlier release stays valid', () => {
  const device = 'd'.repeat(43)
  expect(readDevice(PEPPER, 'ana', `${device}.x-jWVjJOdfgk7M7P-V653aRFFYZ6yXGvHQa7EwQq34s`)).toBe(
    device,
  )
})

test('T28 a made-up device gets no tries of its own', () => {
  const cookie = mintDevice(PEPPER, 'ana')
  const [device, signature] = cookie.split('.')
  const other = mintDevice(PEPPER, 'beto').split('.')[0]
  const forged = ['', '.', `${device}`, `${device}.`, `${other}.${signature}`]
  const long = `${device}${`.${signature}`.repeat(9)}`
  for (const text of [
    ...forged,
    long,
    ` ${cookie}`,
    `${device}.${'A'.repeat(43)}`,
    `.${signature}`,
  ]) {
    expect(readDevice(PEPPER, 'ana', text)).toBeNull()
  }
})

test('accounts and networks have keyed hashes, and no hash is valid for another purpose', () => {
  const env = { PASSWORD_PEPPER: PEPPER } as Env
  expect(accountKey(env, 'ana@x')).toBe('A5ehXY8HHdHf5r4t5NaHX_LocolFTzDHSk19GiZpQZw')
  expect(networkKey(env, '1.2.3.4')).toBe('MxE-iYTgsDBxZZB80TOBlJTUaB-KraQPqWJjwvHohYA')
  // The hash of an email that ends like a cookie’s device is no valid signature of a cookie.
  const [device = ''] = mintDevice(PEPPER, 'ana').split('.')
  const asAccount = accountKey(env, `${device}:ana`)
  expect(readDevice(PEPPER, 'ana', `${device}.${asAccount}`)).toBeNull()
})
