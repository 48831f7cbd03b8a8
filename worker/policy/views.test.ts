import { expect, test } from 'vitest'
import { toMonitoredPerson, toOwnPerson, toPublicPerson, withoutPhone } from './views.ts'

// More fields than a record: they must not pass through.
const record = {
  id: '7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001',
  name: 'Ana',
  phone: '+5511987650000',
  photo: '/media/profiles/a.webp',
  interest: 'all',
  showsInterest: true,
  table: '7',
  secretHash: 'canary-secret-hash',
  ip: 'canary-ip',
} as const

test('T7 a person never receives the phone number of another, and sees their own', () => {
  const others = toPublicPerson(record, true)
  const shown = ['id', 'interest', 'name', 'online', 'photo', 'table']
  expect(Object.keys(others).sort()).toEqual(shown)
  const own = toOwnPerson(record, false)
  expect(Object.keys(own).sort()).toEqual([...shown, 'phone', 'showsInterest'].sort())
})

test('T7 T34 the board shows the last digits of a phone, staff see none, and no view has credentials', () => {
  const view = toMonitoredPerson({ ...record, lastSeen: 2, enteredAt: 1 }, true)
  expect(view).toEqual({
    ...toPublicPerson(record, true),
    phone: '•••• 0000',
    lastSeen: 2,
    enteredAt: 1,
  })
  expect(withoutPhone(view)).toEqual({ ...view, phone: null })
  expect(toMonitoredPerson({ ...record, lastSeen: 1, enteredAt: 1 }, true)).not.toHaveProperty(
    'lastSeen',
  )
})

test('only who is online is away, and who is not away says nothing of it', () => {
  expect(toPublicPerson(record, true, true).away).toBe(true)
  for (const view of [toPublicPerson(record, true), toPublicPerson(record, false, true)])
    expect(view).not.toHaveProperty('away')
})
