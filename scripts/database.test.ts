import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readRows, runSql, sql } from './database.ts'

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

/** The rows of one statement on the deployed database, where wrangler prints this. */
const ask = (stdout: string, code = 0) =>
  runSql({ deployedBy: 'x.json' }, [sql`SELECT 1 AS one`], async (args) => {
    expect(args).toEqual(
      expect.arrayContaining(['--remote', '--json', '--command=SELECT 1 AS one']),
    )
    return { code, stdout, output: stdout }
  })
const toAnswer = (results: object[], success = true) => ({ results, success, meta: {} })
const NO_TABLE = { text: 'A request failed.', notes: [{ text: 'no such table: accounts' }] }

test('wrangler’s answer is read, behind a proxy too, which says so first', async () => {
  const printed = JSON.stringify([toAnswer([{ one: 1 }])], null, 2)
  expect(await ask(printed)).toEqual([[{ one: 1 }]])
  expect(
    await ask(`Proxy environment variables detected. We'll use your proxy.\n${printed}`),
  ).toEqual([[{ one: 1 }]])
})

test.each([
  ['fewer answers than statements', '[]', 0],
  ['no JSON', 'Done.\n', 0],
  ['an answer that failed', JSON.stringify([toAnswer([], false)]), 0],
  ['no such table', JSON.stringify({ error: NO_TABLE }), 1],
])('%s is a failure and no answer', async (what, printed, code) => {
  await expect(ask(printed, code)).rejects.toThrow(code === 0 ? /answer is none/ : what)
})

test('rows of another form are a failure, as are those of an import’s summary', () => {
  const read = () => readRows(v.object({ id: v.string() }), [{ 'Total queries executed': 3 }])
  expect(read).toThrow('rows of another form')
})
