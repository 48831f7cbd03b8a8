import { expect, test } from 'vitest'
import { mintDevice, readDevice } from './login-keys.ts'

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
