import { expect, test } from 'vitest'
import { address } from './address.ts'

test('an address has each value in its place', () => {
  const values = { barId: 'K7M2QX', tableId: '7' }
  expect(address('/bar/:barId/table/:tableId', values)).toBe('/bar/K7M2QX/table/7')
})

test('a value stays within its part of the path', () => {
  expect(address('/bar/:barId', { barId: '../a?b#c/:d' })).toBe('/bar/..%2Fa%3Fb%23c%2F%3Ad')
})

test('values that the pattern does not name become the query, without the empty ones', () => {
  const values = { barId: 'K7M2QX', bar: 'a,b', after: undefined, kind: '' }
  expect(address('/bar/:barId', values)).toBe('/bar/K7M2QX?bar=a%2Cb')
})

test('a value that the pattern names is demanded', () => {
  // @ts-expect-error: the pattern names a table too.
  expect(address('/bar/:barId/table/:tableId', { barId: 'K7M2QX' })).toBe('/bar/K7M2QX/table/')
})
