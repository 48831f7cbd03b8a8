import { expect, test } from 'vitest'
import { mintDevice, readDevice } from './login-keys.ts'

test('T29 a device is known to the account that it signed in to, and to no other', () => {
  const cookie = mintDevice('pepper', 'ana')
  expect(readDevice('pepper', 'ana', cookie)).toMatch(/^[\w-]{43}$/)
  expect(readDevice('pepper', 'beto', cookie)).toBeNull()
  expect(readDevice('another', 'ana', cookie)).toBeNull()
})

test('T28 nobody makes a device up to get tries of its own', () => {
  const cookie = mintDevice('pepper', 'ana')
  const [device, signature] = cookie.split('.')
  const other = mintDevice('pepper', 'beto').split('.')[0]
  const forged = ['', '.', `${device}`, `${device}.`, `${other}.${signature}`, `${cookie}.x`]
  for (const text of [...forged, ` ${cookie}`, `${device}.${'A'.repeat(43)}`, `.${signature}`]) {
    expect(readDevice('pepper', 'ana', text)).toBeNull()
  }
})
