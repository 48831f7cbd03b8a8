import type { BucketSize } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'
import type { History, Message } from '#contract/message.ts'
import type { Sql } from '#worker/rim/sql.ts'
import { Conversation, conversationId, partnerIn } from './conversation.ts'
import { MessageTable } from './message-table.ts'
import { Partners } from './partners.ts'
import type { Unwritten } from './read-cursors.ts'
import { ReadCursors } from './read-cursors.ts'
import type { FirstReadable } from './takeover.ts'
import { readsAll } from './takeover.ts'

/** How many conversations stay in memory; any of them is rebuilt from storage in two reads. */
const CACHED_CONVERSATIONS = 1_000

/** Where the conversations of the bar are kept: ordered, numbered from 1, one row a message. */
export class ChatLog {
  readonly #sql: Sql
  readonly #messages: MessageTable
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
    this.#messages = new MessageTable(sql)
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
    return this.#messages.page(conversation.id, number, number + 1)[0] ?? null
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
    const message = { ...draft, number, createdAt }
    this.#messages.add(conversation.id, message)
    conversation.note(draft.id, number, draft.from, createdAt, draft.createdAt)
    return message
  }

  /** Moves a reader's cursor forward, never back. Says whether it is written, or still to be. */
  markRead(conversation: Conversation, reader: string, wanted: number, now: number): boolean {
    const through = Math.min(wanted, conversation.last)
    if (through <= conversation.readThrough(reader)) return true
    conversation.noteRead(
      reader,
      through,
      this.#messages.countUnread(conversation.id, reader, through),
    )
    return this.#cursors.move({ conversation, reader, through }, now)
  }

  /** Writes a cursor that until now only a socket carried. */
  writeCursor(id: string, reader: string, carried: number, now: number): void {
    const conversation = this.conversation(reader, partnerIn(id, reader))
    // It may be gone with its other person.
    if (conversation.last === 0) return
    const through = Math.max(carried, conversation.readThrough(reader))
    conversation.noteRead(reader, through, this.#messages.countUnread(id, reader, through))
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
    const messages = this.#messages.page(
      conversation.id,
      start,
      Math.min(end, start + LIMITS.historyPage),
    )
    return { messages, hasEarlier: start > first }
  }

  /** Everything that two people wrote to each other, oldest first. */
  all(conversation: Conversation, firstReadable: FirstReadable = readsAll): Message[] {
    return this.#messages.page(
      conversation.id,
      firstReadable(conversation.id),
      conversation.last + 1,
    )
  }

  /** Whom a person has a conversation with, and how many messages from each are unread. */
  summaries(
    personId: string,
    firstReadable: FirstReadable = readsAll,
  ): { personId: string; unread: number }[] {
    return this.#partners.conversationsOf(personId).flatMap((id) => {
      const first = firstReadable(id)
      if (first > 1 && first > this.#messages.lastNumber(id)) return []
      const through = Math.max(first - 1, this.#readThrough(id, personId))
      const unread = this.#messages.countUnread(id, personId, through)
      return [{ personId: partnerIn(id, personId), unread }]
    })
  }

  /** How many messages a reader has not read, of those that they may read. */
  unread(conversation: Conversation, reader: string, firstReadable = readsAll): number {
    const first = firstReadable(conversation.id)
    const through = conversation.readThrough(reader)
    if (first - 1 <= through) return conversation.unread(reader)
    return this.#messages.countUnread(conversation.id, reader, first - 1)
  }

  /** How far a person has read each of their conversations, by its id, and its newest number. */
  reads(personId: string): [string, read: number, last: number][] {
    return this.#partners
      .conversationsOf(personId)
      .map((id) => [id, this.#readThrough(id, personId), this.#messages.lastNumber(id)])
  }

  /** Puts the cursors back to where `reads` found them; conversations begun since are unread. */
  restoreReads(personId: string, reads: [string, read: number, last: number][], now: number): void {
    const known = new Map(reads.map(([id, read]) => [id, read]))
    for (const id of this.#partners.conversationsOf(personId)) {
      const conversation = this.conversation(personId, partnerIn(id, personId))
      const through = known.get(id) ?? 0
      this.#cursors.write({ conversation, reader: personId, through }, now)
      conversation.noteRead(personId, through, this.#messages.countUnread(id, personId, through))
    }
  }

  /** When a person's messages of the last while were stored, of all conversations. */
  saidSince(personId: string, moment: number): number[] {
    const ids = this.#partners.conversationsOf(personId)
    return ids.flatMap((id) => this.#messages.saidSince(id, personId, moment))
  }

  /** When a person began their conversations of the last while. */
  begunSince(personId: string, moment: number): number[] {
    const ids = this.#partners.conversationsOf(personId)
    return ids.flatMap((id) => this.#messages.begunSince(id, personId, moment))
  }

  /** Erases a person's conversations, for both sides. Returns how many messages went. */
  erase(personId: string): number {
    let erased = 0
    for (const id of this.#partners.conversationsOf(personId)) {
      erased += this.#messages.erase(id)
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
    for (const [id, messages] of this.#messages.countAll()) {
      const [first = '', second = ''] = id.split(':')
      for (const personId of [first, second]) {
        counts.set(personId, (counts.get(personId) ?? 0) + messages)
      }
    }
    return counts
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

  #load(id: string): Conversation {
    const newest = this.#messages.newest(id)
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
      conversation.noteRead(reader, read, this.#messages.countUnread(id, reader, read))
    }
    return conversation
  }
}
