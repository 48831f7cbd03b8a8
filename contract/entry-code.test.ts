import * as v from 'valibot'
import { expect, test } from 'vitest'
import { inThrees, typedEntryCodeSchema } from './entry-code.ts'

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['1 2 3 4 5 6', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['123 4567 8', null],
  ['１２３４５６', '123456'],
  ['١٢٣ ٤٥٦', '123456'],
  ['123\u200b456\u200e', '123456'],
  ['123-456.', '123456'],
  ['123–456', '123456'],
  ['Código: 123 456', '123456'],
  ['Código da noite: 123456', '123456'],
  [`${' '.repeat(19)}123456`, null],
])('T56 %j is read as the code %j', (typed, code) => {
  const result = v.safeParse(typedEntryCodeSchema, typed)
  expect(result.success ? result.output : null).toBe(code)
})

test('a code is shown in groups of three digits', () => {
  expect(inThrees('012345')).toBe('012 345')
})
