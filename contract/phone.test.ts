import { expect, test } from 'vitest'
import { formatPhone, formatTyped, toPhone } from './phone.ts'

test.each([
  '11912345678',
  '11 91234-5678',
  '(11) 91234-5678',
  '(11)91234.5678',
  '11.91234.5678',
  '011 91234-5678',
  '(011) 91234-5678',
  '0 15 11 91234-5678',
  '0xx11 91234-5678',
  '0XX (11) 91234-5678',
  '55 11 91234-5678',
  '5511912345678',
  '+55 11 91234-5678',
  '+55 (011) 91234-5678',
  '+55 0xx11 91234-5678',
  '+55 021 11 91234-5678',
  '0055 11 91234-5678',
  'tel:+5511912345678',
  '\u202a+55 11 91234\u20115678\u202c',
  '\u00a011 91234 5678',
])('%j is a mobile of São Paulo', (text) => {
  expect(toPhone(text)).toBe('+5511912345678')
})

test.each([
  ['(11) 3123-4567', '+551131234567'],
  ['011 3123-4567', '+551131234567'],
  ['0 41 11 3123-4567', '+551131234567'],
  ['55 3222-1234', '+555532221234'],
  ['(55) 99999-1234', '+5555999991234'],
  ['55 55 99999-1234', '+5555999991234'],
  ['+351 912 345 678', '+351912345678'],
  ['+1 (212) 555-0100', '+12125550100'],
])('%j is %s', (text, phone) => {
  expect(toPhone(text)).toBe(phone)
})

test.each([
  '',
  '12345',
  '912345678',
  '0',
  '+',
  '+0 123456789',
  '11 91234-56789',
  'onze',
  '11 9123x5678',
])('%j is not a phone', (text) => {
  expect(toPhone(text)).toBeNull()
})

test('brackets and dash appear while the digits are typed', () => {
  const steps = Array.from('11912345678', (_, at) => formatTyped('11912345678'.slice(0, at + 1)))
  expect(steps).toEqual([
    '1',
    '(11)',
    '(11) 9',
    '(11) 91',
    '(11) 912',
    '(11) 9123',
    '(11) 9123-4',
    '(11) 9123-45',
    '(11) 9123-456',
    '(11) 9123-4567',
    '(11) 91234-5678',
  ])
})

test.each(['+351 912', '011 91234-5678', '5511912345678', 'onze', ''])(
  '%j stays as typed',
  (text) => {
    expect(formatTyped(text)).toBe(text)
  },
)

test('other signs between the digits are dropped, and the phone is shown in its usual form', () => {
  expect(formatTyped('11 91234.5678')).toBe('(11) 91234-5678')
  expect(formatPhone('+5511912345678')).toBe('(11) 91234-5678')
})
