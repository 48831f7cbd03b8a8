import type { BucketSize } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'
import type { History, Message } from '#contract/message.ts'
import type { Sql } from '#worker/rim/sql.ts'
import { Conversation, conversationId, partnerIn } from './conversation.ts'
import { Partners } from './partners.ts'
import type { Unwritten } from './read-cursors.ts'
import { ReadCursors } from './read-cursors.ts'
import type { FirstReadable } from './takeover.ts'
import { readsAll } from './takeover.ts'

type MessageRow = {
  id: string
  number: number
  sender: string
  text: string
  createdAt: number
  otherDevice: number
}
type Noted = Pick<MessageRow, 'id' | 'number' | 'sender' | 'createdAt'>

/** How many conversations stay in memory; any of them is rebuilt from storage in two reads. */
const CACHED_CONVERSATIONS = 1_000

/** Where the conversations of the bar are kept: ordered, numbered from 1, one row a message. */
export class ChatLog {
  readonly #sql: Sql
  readonly #pace: BucketSize
  readonly #unwritten: Unwritten
  readonly #partners: Partners
  readonly #cursors: ReadCursors
  readonly #cache = new Map<string, Conversation>()
  /** The newest time given out in this wake: times never go back, whatever the clock does. */
  #lastCreatedAt = 0

  /** `pace` is what a person may say to one other. */
  constructor(sql: Sql, pace: BucketSize, unwritten: Unwritten) {
    this.#sql = sql
    this.#pace = pace
    this.#unwritten = unwritten
    this.#partners = new Partners(sql)
    this.#cursors = new ReadCursors(sql)
  }

  /** The state of the conversation between two people; one that has no messages yet is empty. */
  conversation(one: string, other: string): Conversation {
    const id = conversationId(one, other)
    const conversation = this.#cache.get(id) ?? this.#load(id)
    this.#cache.delete(id)
    this.#cache.set(id, conversation)
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > CACHED_CONVERSATIONS && oldest) this.#cache.delete(oldest)
    return conversation
  }

  /** A message that was stored before under this id, if it is among the last 256. */
  findRecent(conversation: Conversation, messageId: string): Message | null {
    const number = conversation.recent.get(messageId)
    if (number === undefined) return null
    return this.#page(conversation.id, number, number + 1)[0] ?? null
  }

  /** Stores a message under its conversation's next number: one row, the first time one more. */
  append(conversation: Conversation, draft: Omit<Message, 'number'>): Message {
    const number = conversation.last + 1
    const createdAt = Math.max(draft.createdAt, conversation.lastCreatedAt, this.#lastCreatedAt)
    this.#lastCreatedAt = createdAt
    if (conversation.last === 0) {
      this.#sql`
        INSERT OR IGNORE INTO conversations (id, read_by_first, read_by_second)
        VALUES (${conversation.id}, 0, 0)`
      this.#partners.add(conversation.id)
    }
    this.#sql`
      INSERT INTO messages (conversation, number, id, sender, text, created_at, other_device)
      VALUES (${conversation.id}, ${number}, ${draft.id}, ${draft.from}, ${draft.text},
        ${createdAt}, ${Number(draft.otherDevice === true)})`
    conversation.note(draft.id, number, draft.from, createdAt, draft.createdAt)
    return { ...draft, number, createdAt }
  }

  /** Moves a reader's cursor forward, never back. Says whether it is written, or still to be. */
  markRead(conversation: Conversation, reader: string, wanted: number, now: number): boolean {
    const through = Math.min(wanted, conversation.last)
    if (through <= conversation.readThrough(reader)) return true
    conversation.noteRead(reader, through, this.#countUnread(conversation.id, reader, through))
    return this.#cursors.move({ conversation, reader, through }, now)
  }

  /** Writes a cursor that until now only a socket carried. */
  writeCursor(id: string, reader: string, carried: number, now: number): void {
    const conversation = this.conversation(reader, partnerIn(id, reader))
    // It may be gone with its other person.
    if (conversation.last === 0) return
    const through = Math.max(carried, conversation.readThrough(reader))
    conversation.noteRead(reader, through, this.#countUnread(id, reader, through))
    this.#cursors.write({ conversation, reader, through }, now)
  }

  /** Writes the cursors that were not written at once. */
  writeCursors(now: number): void {
    this.#cursors.writeKept(now)
  }

  /** One page, oldest first: the newest messages before, or the oldest after, a number. */
  history(
    conversation: Conversation,
    page: { before?: number; after?: number },
    firstReadable: FirstReadable = readsAll,
  ): History {
    const first = firstReadable(conversation.id)
    const end = Math.min(page.before ?? Infinity, conversation.last + 1)
    const start = Math.max(
      first,
      page.after === undefined ? end - LIMITS.historyPage : page.after + 1,
    )
    const messages = this.#page(conversation.id, start, Math.min(end, start + LIMITS.historyPage))
    return { messages, hasEarlier: start > first }
  }

  /** Everything that two people wrote to each other, oldest first. */
  all(conversation: Conversation, firstReadable: FirstReadable = readsAll): Message[] {
    return this.#page(conversation.id, firstReadable(conversation.id), conversation.last + 1)
  }

  /** Whom a person has a conversation with, and how many messages from each are unread. */
  summaries(
    personId: string,
    firstReadable: FirstReadable = readsAll,
  ): { personId: string; unread: number }[] {
    return this.#partners.conversationsOf(personId).flatMap((id) => {
      const first = firstReadable(id)
      if (first > 1 && first > this.#lastNumber(id)) return []
      const through = Math.max(first - 1, this.#readThrough(id, personId))
      const unread = this.#countUnread(id, personId, through)
      return [{ personId: partnerIn(id, personId), unread }]
    })
  }

  /** How many messages a reader has not read, of those that they may read. */
  unread(conversation: Conversation, reader: string, firstReadable = readsAll): number {
    const first = firstReadable(conversation.id)
    const through = conversation.readThrough(reader)
    if (first - 1 <= through) return conversation.unread(reader)
    return this.#countUnread(conversation.id, reader, first - 1)
  }

  /** How far a person has read each of their conversations, by its id, and its newest number. */
  reads(personId: string): [string, read: number, last: number][] {
    return this.#partners
      .conversationsOf(personId)
      .map((id) => [id, this.#readThrough(id, personId), this.#lastNumber(id)])
  }

  /** Puts the cursors back to where `reads` found them; conversations begun since are unread. */
  restoreReads(personId: string, reads: [string, read: number, last: number][], now: number): void {
    const known = new Map(reads.map(([id, read]) => [id, read]))
    for (const id of this.#partners.conversationsOf(personId)) {
      const conversation = this.conversation(personId, partnerIn(id, personId))
      const through = known.get(id) ?? 0
      this.#cursors.write({ conversation, reader: personId, through }, now)
      conversation.noteRead(personId, through, this.#countUnread(id, personId, through))
    }
  }

  /** When a person's messages of the last while were stored, of all conversations. */
  saidSince(personId: string, moment: number): number[] {
    return this.#partners.conversationsOf(personId).flatMap((id) =>
      this.#sql<{ at: number }>`
        SELECT created_at AS at FROM messages WHERE conversation = ${id}
          AND number > (SELECT max(number) FROM messages WHERE conversation = ${id})
            - ${LIMITS.messageIdWindow}
          AND sender = ${personId} AND created_at > ${moment}`.map(({ at }) => at),
    )
  }

  /** When a person began their conversations of the last while. */
  begunSince(personId: string, moment: number): number[] {
    return this.#partners.conversationsOf(personId).flatMap((id) =>
      this.#sql<{ at: number }>`
        SELECT created_at AS at FROM messages WHERE conversation = ${id} AND number = 1
          AND sender = ${personId} AND created_at > ${moment}`.map(({ at }) => at),
    )
  }

  /** Erases a person's conversations, for both sides. Returns how many messages went. */
  erase(personId: string): number {
    let erased = 0
    for (const id of this.#partners.conversationsOf(personId)) {
      const [row] = this.#sql<{ messages: number }>`
        SELECT count(*) AS messages FROM messages WHERE conversation = ${id}`
      erased += row?.messages ?? 0
      this.#sql`DELETE FROM messages WHERE conversation = ${id}`
      this.#sql`DELETE FROM conversations WHERE id = ${id}`
      this.#partners.remove(id)
      this.#cursors.forget(id)
      this.#cache.delete(id)
    }
    return erased
  }

  /** How many messages each person has written or got. One pass over everything. */
  countByPerson(): Map<string, number> {
    const counts = new Map<string, number>()
    const rows = this.#sql<{ id: string; messages: number }>`
      SELECT conversation AS id, count(*) AS messages FROM messages GROUP BY conversation`
    for (const { id, messages } of rows) {
      const [first = '', second = ''] = id.split(':')
      for (const personId of [first, second]) {
        counts.set(personId, (counts.get(personId) ?? 0) + messages)
      }
    }
    return counts
  }

  #lastNumber(id: string): number {
    const [row] = this.#sql<{ last: number | null }>`
      SELECT max(number) AS last FROM messages WHERE conversation = ${id}`
    return row?.last ?? 0
  }

  #readThrough(id: string, reader: string): number {
    const conversation = this.#cache.get(id)
    if (conversation) return conversation.readThrough(reader)
    const [first, second] = this.#storedReads(id)
    const stored = id.startsWith(reader) ? first : second
    return Math.max(stored, this.#unwritten(reader, id))
  }

  #storedReads(id: string): [first: number, second: number] {
    const [row] = this.#sql<{ first: number; second: number }>`
      SELECT read_by_first AS first, read_by_second AS second FROM conversations WHERE id = ${id}`
    return [row?.first ?? 0, row?.second ?? 0]
  }

  #page(id: string, start: number, end: number): Message[] {
    return this.#sql<MessageRow>`
      SELECT id, number, sender, text, created_at AS createdAt, other_device AS otherDevice
      FROM messages WHERE conversation = ${id} AND number >= ${start} AND number < ${end}
      ORDER BY number`.map(({ sender, otherDevice, ...row }) => ({
      ...row,
      from: sender,
      to: partnerIn(id, sender),
      ...(otherDevice === 1 && { otherDevice: true }),
    }))
  }

  #load(id: string): Conversation {
    const newest = this.#sql<Noted>`
      SELECT id, number, sender, created_at AS createdAt FROM messages
      WHERE conversation = ${id} ORDER BY number DESC LIMIT ${LIMITS.messageIdWindow}`.reverse()
    const [oldest] = newest
    const isWhole = oldest === undefined || oldest.number === 1
    const conversation = new Conversation(id, this.#pace, {
      tokens: isWhole ? this.#pace.burst : 0,
      at: oldest?.createdAt ?? 0,
    })
    for (const { id: messageId, number, sender, createdAt } of newest) {
      conversation.note(messageId, number, sender, createdAt)
    }
    for (const [reader, stored] of conversation.readers(...this.#storedReads(id))) {
      const read = Math.max(stored, this.#unwritten(reader, id))
      conversation.noteRead(reader, read, this.#countUnread(id, reader, read))
    }
    return conversation
  }

  #countUnread(id: string, reader: string, read: number): number {
    const [row] = this.#sql<{ unread: number }>`
      SELECT count(*) AS unread FROM messages
      WHERE conversation = ${id} AND number > ${read} AND sender <> ${reader}`
    return row?.unread ?? 0
  }
}
