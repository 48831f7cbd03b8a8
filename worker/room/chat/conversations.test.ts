import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { Bar } from '#test/worker/room-client.ts'
import { wakeConversations } from '#test/worker/room-parts.ts'

const PACE = { burst: 10, perSecond: 1 }

test('R23 a conversation that memory has forgotten for others is rebuilt as it was', async () => {
  const [bar] = await Bar.admitted('Ana')
  await runInDurableObject(bar.room, (_, { storage }) => {
    const { conversations, messages } = wakeConversations(storage, PACE)
    const [ana, bia] = [crypto.randomUUID(), crypto.randomUUID()]
    const conversation = conversations.between(ana, bia)
    for (const text of ['um', 'dois', 'três']) {
      const draft = { id: crypto.randomUUID(), from: ana, to: bia, text, createdAt: 1 }
      conversations.append(conversation, draft)
    }
    storage.sql.exec('UPDATE sides SET read_through = 1')
    conversation.noteRead(bia, 1, messages.countUnread(conversation.id ?? 0, bia, 1))
    conversation.noteRead(ana, 1, 0)
    const seen = (one: typeof conversation) => [
      one.last,
      one.lastCreatedAt,
      one.readThrough(bia),
      one.unread(bia),
      one.unread(ana),
      ...one.recent,
    ]
    const before = seen(conversation)
    for (let other = 0; other < 400; other += 1) conversations.between(ana, crypto.randomUUID())
    expect(conversations.between(bia, ana)).toBe(conversation)
    for (let other = 0; other < 1_001; other += 1) conversations.between(ana, crypto.randomUUID())
    const rebuilt = conversations.between(bia, ana)
    expect(rebuilt).not.toBe(conversation)
    expect(seen(rebuilt)).toEqual(before)
  })
})

test('a conversation is answered once both have written, however many messages one sends alone', async () => {
  const [bar] = await Bar.admitted('Ana')
  await runInDurableObject(bar.room, (_, { storage }) => {
    const { conversations } = wakeConversations(storage, PACE)
    const [ana, bia] = [crypto.randomUUID(), crypto.randomUUID()]
    const conversation = conversations.between(ana, bia)
    const send = (from: string, to: string) =>
      conversations.append(conversation, {
        id: crypto.randomUUID(),
        from,
        to,
        text: 'oi',
        createdAt: 1,
      })
    const answered = () => [
      conversation.isAnswered,
      conversations.answeredPartnersOf(ana).length > 0,
      ...conversations.summaries(bia).map((summary) => summary.answered),
    ]
    // More than the product's limit, as where it is raised.
    for (let sent = 0; sent <= LIMITS.unansweredMessages; sent += 1) send(ana, bia)
    expect(answered()).toEqual([false, false, false])
    send(bia, ana)
    expect(answered()).toEqual([true, true, true])
  })
})
