import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { Venue } from '#test/cast/guest.ts'
import { tagSql } from '#worker/object-sql.ts'
import { ChatLog } from './chat-log.ts'

const PACE = { burst: 10, perSecond: 1 }

test('R23 a conversation that memory has forgotten for others is rebuilt as it was', async () => {
  const venue = await Venue.open()
  await venue.admit('Ana')
  await runInDurableObject(venue.room, (_, { storage }) => {
    const log = new ChatLog(tagSql(storage), PACE, () => 0)
    const [ana, bia] = [crypto.randomUUID(), crypto.randomUUID()]
    const conversation = log.conversation(ana, bia)
    for (const text of ['um', 'dois', 'três']) {
      const draft = { id: crypto.randomUUID(), from: ana, to: bia, text, createdAt: 1 }
      log.append(conversation, draft)
    }
    log.reads.mark(conversation, bia, 1, 1_000_000)
    const seen = (one: typeof conversation) => [
      ...[one.last, one.lastCreatedAt, one.readThrough(bia), one.unread(bia), one.unread(ana)],
      ...one.recent,
    ]
    const before = seen(conversation)
    for (let other = 0; other < 400; other += 1) log.conversation(ana, crypto.randomUUID())
    expect(log.conversation(bia, ana)).toBe(conversation)
    for (let other = 0; other < 1_001; other += 1) log.conversation(ana, crypto.randomUUID())
    const rebuilt = log.conversation(bia, ana)
    expect(rebuilt).not.toBe(conversation)
    expect(seen(rebuilt)).toEqual(before)
  })
})
