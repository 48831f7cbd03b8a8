import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sql } from './database.ts'

test.each([
  'ana@brinde.example',
  "o'neil@brinde.example",
  "'",
  "''; DROP TABLE accounts; --",
  '"\\" -- /* $1 ? :a',
  'ção 🍻\n2',
  '',
  0,
  -1,
  Number.MAX_SAFE_INTEGER,
  null,
])('T39 SQLite reads %j as it was given', (value) => {
  const [row] = new DatabaseSync(':memory:').prepare(sql`SELECT ${value} AS value`).all()
  expect(row).toEqual({ value })
})

test.each([Number.NaN, 1.5, 2 ** 53, 'a\0b', 'a\r\nb', '\ud800'])('T39 %j is refused', (value) => {
  expect(() => sql`SELECT ${value}`).toThrow()
})
