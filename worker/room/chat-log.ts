import { LIMITS } from '#contract/limits.ts'
import type { History, Message } from '#contract/message.ts'
import type { Sql } from '#worker/rim/sql.ts'
import { Conversation, conversationId, partnerIn } from './conversation.ts'

type MessageRow = {
  id: string
  number: number
  sender: string
  text: string
  createdAt: number
  otherDevice: number
}
type ConversationRow = { id: string; readByFirst: number; readBySecond: number }

/** How many conversations stay in memory; any of them is rebuilt from storage in two reads. */
const CACHED_CONVERSATIONS = 1_000

/** Where the conversations of the bar are kept: ordered, numbered from 1, one row a message. */
export class ChatLog {
  readonly #sql: Sql
  readonly #cache = new Map<string, Conversation>()

  constructor(sql: Sql) {
    this.#sql = sql
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
    const createdAt = Math.max(draft.createdAt, conversation.lastCreatedAt)
    if (conversation.last === 0) {
      this.#sql`
        INSERT OR IGNORE INTO conversations (id, read_by_first, read_by_second)
        VALUES (${conversation.id}, 0, 0)`
    }
    this.#sql`
      INSERT INTO messages (conversation, number, id, sender, text, created_at, other_device)
      VALUES (${conversation.id}, ${number}, ${draft.id}, ${draft.from}, ${draft.text},
        ${createdAt}, ${Number(draft.otherDevice === true)})`
    conversation.note(draft.id, number, draft.from, createdAt)
    return { ...draft, number, createdAt }
  }

  /** Moves a reader's cursor forward, never back. */
  markRead(conversation: Conversation, reader: string, through: number): void {
    const upTo = Math.min(through, conversation.last)
    if (upTo > conversation.readThrough(reader)) this.#setRead(conversation, reader, upTo)
  }

  /**
   * One page, oldest first: the newest messages before, or the oldest after, a number; none that is
   * older than `since`.
   */
  history(
    conversation: Conversation,
    page: { before?: number; after?: number },
    since = 0,
  ): History {
    const first = since === 0 ? 1 : this.#firstSince(conversation, since)
    if (page.after !== undefined) {
      const start = Math.max(first, page.after + 1)
      const end = start + LIMITS.historyPage
      return { messages: this.#page(conversation.id, start, end), hasEarlier: start > first }
    }
    const end = Math.min(page.before ?? Infinity, conversation.last + 1)
    const start = Math.max(first, end - LIMITS.historyPage)
    return { messages: this.#page(conversation.id, start, end), hasEarlier: start > first }
  }

  /** Everything that two people wrote to each other since a moment, oldest first. */
  all(conversation: Conversation, since = 0): Message[] {
    const first = since === 0 ? 1 : this.#firstSince(conversation, since)
    return this.#page(conversation.id, first, conversation.last + 1)
  }

  /**
   * Whom a person has a conversation with, and how many messages from each are unread; only what is
   * not older than `since`.
   */
  summaries(personId: string, since = 0): { personId: string; unread: number }[] {
    return this.#idsOf(personId)
      .map((id) => this.conversation(personId, partnerIn(id, personId)))
      .filter((conversation) => conversation.lastCreatedAt >= since)
      .map((conversation) => ({
        personId: partnerIn(conversation.id, personId),
        unread: this.unread(conversation, personId, since),
      }))
  }

  /** How many messages a reader has not read, of those that are not older than `since`. */
  unread(conversation: Conversation, reader: string, since = 0): number {
    if (since === 0) return conversation.unread(reader)
    const read = conversation.readThrough(reader)
    const before = this.#firstSince(conversation, since) - 1
    return this.#countUnread(conversation.id, reader, Math.max(read, before))
  }

  /** How far a person has read each of their conversations, by its id. */
  reads(personId: string): [string, number][] {
    return this.#idsOf(personId).map((id) => [
      id,
      this.conversation(personId, partnerIn(id, personId)).readThrough(personId),
    ])
  }

  /** Puts the cursors back to where `reads` found them; conversations begun since are unread. */
  restoreReads(personId: string, reads: [string, number][]): void {
    const known = new Map(reads)
    for (const id of this.#idsOf(personId)) {
      const conversation = this.conversation(personId, partnerIn(id, personId))
      this.#setRead(conversation, personId, known.get(id) ?? 0)
    }
  }

  /** Erases a person's conversations, for both sides. Returns how many messages went. */
  erase(personId: string): number {
    let erased = 0
    for (const id of this.#idsOf(personId)) {
      const [row] = this.#sql<{ messages: number }>`
        SELECT count(*) AS messages FROM messages WHERE conversation = ${id}`
      erased += row?.messages ?? 0
      this.#sql`DELETE FROM messages WHERE conversation = ${id}`
      this.#sql`DELETE FROM conversations WHERE id = ${id}`
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
      for (const [personId] of new Conversation(id).readers(0, 0)) {
        counts.set(personId, (counts.get(personId) ?? 0) + messages)
      }
    }
    return counts
  }

  #setRead(conversation: Conversation, reader: string, upTo: number): void {
    if (conversation.isFirst(reader)) {
      this.#sql`UPDATE conversations SET read_by_first = ${upTo} WHERE id = ${conversation.id}`
    } else {
      this.#sql`UPDATE conversations SET read_by_second = ${upTo} WHERE id = ${conversation.id}`
    }
    conversation.noteRead(reader, upTo, this.#countUnread(conversation.id, reader, upTo))
  }

  /** Number of the first message that is not older than a moment; one past the last if none is. */
  #firstSince(conversation: Conversation, since: number): number {
    const [row] = this.#sql<{ first: number | null }>`
      SELECT min(number) AS first FROM messages
      WHERE conversation = ${conversation.id} AND created_at >= ${since}`
    return row?.first ?? conversation.last + 1
  }

  #idsOf(personId: string): string[] {
    return this.#sql<{ id: string }>`
      SELECT id FROM conversations
      WHERE substr(id, 1, 36) = ${personId} OR substr(id, 38) = ${personId}`.map((row) => row.id)
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
    const [row] = this.#sql<ConversationRow>`
      SELECT id, read_by_first AS readByFirst, read_by_second AS readBySecond
      FROM conversations WHERE id = ${id}`
    const newest = this.#sql<MessageRow>`
      SELECT id, number, sender, created_at AS createdAt, '' AS text, 0 AS otherDevice FROM messages
      WHERE conversation = ${id} ORDER BY number DESC LIMIT ${LIMITS.messageIdWindow}`
    const conversation = new Conversation(id)
    for (const message of newest.reverse()) {
      conversation.note(message.id, message.number, message.sender, message.createdAt)
    }
    for (const [reader, read] of conversation.readers(
      row?.readByFirst ?? 0,
      row?.readBySecond ?? 0,
    )) {
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
