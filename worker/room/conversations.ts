import type { BucketSize } from '#contract/bucket.ts'
import type { Sql } from '#worker/rim/sql.ts'
import { Conversation, conversationId } from './conversation.ts'
import type { MessageTable } from './message-table.ts'
import type { Unwritten } from './read-cursors.ts'

/** How many conversations fill one half of what stays in memory. */
const HALF = 500

/**
 * The conversations that are being had, as far as they are in memory. Any of them is rebuilt from
 * storage in a few reads. When one half is full it becomes the older one, and what was not used since
 * is forgotten with it.
 */
export class Conversations {
  readonly #sql: Sql
  readonly #messages: MessageTable
  readonly #pace: BucketSize
  readonly #unwritten: Unwritten
  #newer = new Map<string, Conversation>()
  #older = new Map<string, Conversation>()

  /** `pace` is what a person may say to one other. */
  constructor(sql: Sql, messages: MessageTable, pace: BucketSize, unwritten: Unwritten) {
    this.#sql = sql
    this.#messages = messages
    this.#pace = pace
    this.#unwritten = unwritten
  }

  /** The state of the conversation between two people; one that has no messages yet is empty. */
  between(one: string, other: string): Conversation {
    const id = conversationId(one, other)
    const known = this.#newer.get(id)
    if (known) return known
    const conversation = this.#older.get(id) ?? this.#load(id)
    if (this.#newer.size === HALF) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(id, conversation)
    return conversation
  }

  /** The state of a conversation that is in memory. */
  known(id: string): Conversation | undefined {
    return this.#newer.get(id) ?? this.#older.get(id)
  }

  /** How far a reader has come, without remembering the conversation for it. */
  readThrough(id: string, reader: string): number {
    const conversation = this.known(id)
    if (conversation) return conversation.readThrough(reader)
    const [first, second] = this.#storedReads(id)
    const stored = id.startsWith(reader) ? first : second
    return Math.max(stored, this.#unwritten(reader, id))
  }

  /** The conversation was erased. */
  forget(id: string): void {
    this.#newer.delete(id)
    this.#older.delete(id)
  }

  forgetAll(): void {
    this.#newer.clear()
    this.#older.clear()
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
