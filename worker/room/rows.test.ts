import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { Venue } from '#test/cast/guest.ts'
import type { Sql } from '#worker/rim/sql.ts'
import { ChatLog } from './chat-log.ts'
import type { Conversation } from './conversation.ts'

test('B5 a message is one row written, and the first of a conversation one more', async () => {
  await withCountedLog(({ log, conversation, rows }) => {
    append(log, conversation, 1)
    expect(rows.written).toBe(2)
    append(log, conversation, 1)
    expect(rows.written).toBe(3)
  })
})

test('B5 a message is one row erased', async () => {
  await withCountedLog(({ log, conversation, person, rows }) => {
    append(log, conversation, 20)
    rows.written = 0
    expect(log.erase(person)).toBe(20)
    expect(rows.written).toBe(21)
  })
})

test('B5 the last fifty of many messages are read in at most fifty-one rows', async () => {
  await withCountedLog(({ log, conversation, rows }) => {
    append(log, conversation, 10_000)
    rows.read = 0
    expect(log.history(conversation, {}).messages).toHaveLength(LIMITS.historyPage)
    expect(rows.read).toBeLessThanOrEqual(51)
  })
})

interface Counted {
  log: ChatLog
  conversation: Conversation
  person: string
  rows: { written: number; read: number }
}

/** A chat log over a room's real storage, with the platform's own count of rows. */
async function withCountedLog(use: (counted: Counted) => void): Promise<void> {
  const venue = await Venue.open()
  await venue.admit('Ana')
  await runInDurableObject(venue.room, (_, { storage }) => {
    const rows = { written: 0, read: 0 }
    const sql: Sql = (strings, ...values) => {
      const cursor = storage.sql.exec(strings.join('?'), ...values)
      const result = cursor.toArray()
      rows.written += cursor.rowsWritten
      rows.read += cursor.rowsRead
      return result as never
    }
    const [person, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const log = new ChatLog(sql, { burst: 10, perSecond: 1 }, () => 0)
    use({ log, conversation: log.conversation(person, other), person, rows })
  })
}

function append(log: ChatLog, conversation: Conversation, count: number): void {
  const [from = '', to = ''] = conversation.id.split(':')
  for (let turn = 0; turn < count; turn += 1) {
    log.append(conversation, { id: crypto.randomUUID(), from, to, text: 'oi', createdAt: 1 })
  }
}
