import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { Bar } from './room-client.ts'

interface Statement {
  text: string
  cursor: SqlStorageCursor<Record<string, SqlStorageValue>>
}

const sum = (counts: number[]): number => counts.reduce((one, other) => one + other, 0)
/** Matches statements about the bar as a whole, which an alarm runs: fullness and connected people. */
const OF_BAR = /\b(?:hours|room)\b/

const countIn = (statements: readonly Statement[]) => ({
  read: sum(statements.map(({ cursor }) => cursor.rowsRead)),
  written: sum(statements.map(({ cursor }) => cursor.rowsWritten)),
  list: statements.map(({ text, cursor }) => `${cursor.rowsRead} ${text}`).join('\n'),
})

/**
 * Counts the rows of a room's own SQL, the constructor of each wake included. What an alarm costs is
 * the platform's and not among it.
 */
export async function countRows(bar: Bar) {
  let done: Statement[] = []
  await runInDurableObject(bar.room, (_, { storage: { sql } }) => {
    const prototype = Object.getPrototypeOf(sql) as SqlStorage
    const { exec } = prototype
    vi.spyOn(prototype, 'exec').mockImplementation(function (this: SqlStorage, text, ...values) {
      const cursor = exec.call(this, text, ...values)
      done.push({ text, cursor })
      return cursor
    } as SqlStorage['exec'])
  })
  const d1 = vi.spyOn(Object.getPrototypeOf(env.DB.prepare('SELECT 1')), 'run')
  const forget = () => {
    done = []
    d1.mockClear()
  }
  return {
    forget,
    /** Those since the last call; `d1`: written in D1 by anybody. */
    async take() {
      const answers = await Promise.all(d1.mock.results.map(({ value }) => value as D1Result))
      const counted = await runInDurableObject(bar.room, () => {
        const ofBar = done.filter(({ text }) => OF_BAR.test(text))
        const ofVisits = done.filter((one) => !ofBar.includes(one))
        return { ...countIn(ofVisits), ofBar: countIn(ofBar), inAll: countIn(done) }
      })
      forget()
      return { ...counted, d1: sum(answers.map(({ meta }) => meta.rows_written ?? 0)) }
    },
  }
}
