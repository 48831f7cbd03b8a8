import { LIMITS } from '#contract/limits.ts'
import type { History, Message } from '#contract/message.ts'
import type { Sql } from '#worker/rim/sql.ts'
import { Conversation, conversationId, partnerIn } from './conversation.ts'

type MessageRow = { id: string; number: number; sender: string; text: string; createdAt: number }
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
      INSERT INTO messages (conversation, number, id, sender, text, created_at)
      VALUES (${conversation.id}, ${number}, ${draft.id}, ${draft.from}, ${draft.text}, ${createdAt})`
    conversation.note(draft.id, number, draft.from, createdAt)
    return { ...draft, number, createdAt }
  }

  /** Moves a reader's cursor forward, never back. */
  markRead(conversation: Conversation, reader: string, through: number): void {
    const upTo = Math.min(through, conversation.last)
    if (upTo <= conversation.readThrough(reader)) return
    if (conversation.isFirst(reader)) {
      this.#sql`UPDATE conversations SET read_by_first = ${upTo} WHERE id = ${conversation.id}`
    } else {
      this.#sql`UPDATE conversations SET read_by_second = ${upTo} WHERE id = ${conversation.id}`
    }
    conversation.noteRead(reader, upTo, this.#countUnread(conversation.id, reader, upTo))
  }

  /** One page, oldest first: the newest messages before, or the oldest after, a number. */
  history(conversation: Conversation, page: { before?: number; after?: number }): History {
    if (page.after !== undefined) {
      const end = page.after + 1 + LIMITS.historyPage
      return {
        messages: this.#page(conversation.id, page.after + 1, end),
        hasEarlier: page.after > 0,
      }
    }
    const end = Math.min(page.before ?? Infinity, conversation.last + 1)
    const start = Math.max(1, end - LIMITS.historyPage)
    return { messages: this.#page(conversation.id, start, end), hasEarlier: start > 1 }
  }

  /** Whom a person has a conversation with, and how many messages from each are unread. */
  summaries(personId: string): { personId: string; unread: number }[] {
    return this.#idsOf(personId).map((id) => {
      const partner = partnerIn(id, personId)
      return { personId: partner, unread: this.conversation(personId, partner).unread(personId) }
    })
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

  #idsOf(personId: string): string[] {
    return this.#sql<{ id: string }>`
      SELECT id FROM conversations
      WHERE substr(id, 1, 36) = ${personId} OR substr(id, 38) = ${personId}`.map((row) => row.id)
  }

  #page(id: string, start: number, end: number): Message[] {
    return this.#sql<MessageRow>`
      SELECT id, number, sender, text, created_at AS createdAt FROM messages
      WHERE conversation = ${id} AND number >= ${start} AND number < ${end} ORDER BY number`.map(
      ({ sender, ...row }) => ({ ...row, from: sender, to: partnerIn(id, sender) }),
    )
  }

  #load(id: string): Conversation {
    const [row] = this.#sql<ConversationRow>`
      SELECT id, read_by_first AS readByFirst, read_by_second AS readBySecond
      FROM conversations WHERE id = ${id}`
    const newest = this.#sql<MessageRow>`
      SELECT id, number, sender, created_at AS createdAt, '' AS text FROM messages
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
