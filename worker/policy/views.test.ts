import { expect, test } from 'vitest'
import { toMonitoredPerson, toOwnPerson, toPublicPerson, withoutPhone } from './views.ts'

const CANARY_PHONE = '+5511987650000'

// More fields than a record: they must not pass through.
const record = {
  id: '7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001',
  name: 'Ana',
  phone: CANARY_PHONE,
  photo: '/media/profiles/a.webp',
  interest: 'all',
  showsInterest: true,
  table: '7',
  secretHash: 'canary-secret-hash',
  ip: 'canary-ip',
} as const

test('T7 a person never receives the phone number of another', () => {
  const view = toPublicPerson(record, true)
  expect(Object.keys(view).sort()).toEqual(['id', 'interest', 'name', 'online', 'photo', 'table'])
  expect(JSON.stringify(view)).not.toContain(CANARY_PHONE)
})

test('T7 people see their own phone and nothing that proves who they are', () => {
  const view = toOwnPerson(record, false)
  expect(Object.keys(view).sort()).toEqual([
    'id',
    'interest',
    'name',
    'online',
    'phone',
    'photo',
    'showsInterest',
    'table',
  ])
  expect(JSON.stringify(view)).not.toContain('canary')
})

test('T7 the board sees the last digits of the phone, and nothing that proves who somebody is', () => {
  const view = toMonitoredPerson({ ...record, lastSeen: 2, enteredAt: 1 }, true)
  expect(view).toEqual({
    ...toPublicPerson(record, true),
    ...{ phone: '•••• 0000', lastSeen: 2, enteredAt: 1 },
  })
  expect(toMonitoredPerson({ ...record, lastSeen: 1, enteredAt: 1 }, true)).not.toHaveProperty(
    'lastSeen',
  )
  expect(JSON.stringify(view)).not.toContain('canary')
})

test('T34 staff see all that the board shows of a person but the phone', () => {
  const view = toMonitoredPerson({ ...record, lastSeen: 2, enteredAt: 1 }, true)
  expect(withoutPhone(view)).toEqual({ ...view, phone: null })
})

test('only who is online is away, and who is not away says nothing of it', () => {
  expect(toPublicPerson(record, true, true).away).toBe(true)
  for (const view of [toPublicPerson(record, true), toPublicPerson(record, false, true)])
    expect(view).not.toHaveProperty('away')
})
