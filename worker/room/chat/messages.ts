import { LIMITS } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import { cutText } from '#contract/plain-text.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

const EXCERPT_CODE_POINTS = LIMITS.lastLineGraphemes * LIMITS.graphemeCodePoints + 1

export type MessageRow = {
  id: string
  number: number
  sender: string
  text: string
  createdAt: number
}
export type MessageKey = Pick<MessageRow, 'id' | 'number' | 'sender' | 'createdAt'>

/** The messages of a room. A conversation has a number; so has each message in it. */
export class Messages {
  readonly #sql: RoomStorage['sql']
  readonly #exec: RoomStorage['exec']

  constructor(storage: RoomStorage) {
    this.#sql = storage.sql
    this.#exec = storage.exec
  }

  /** Writes one row. Throws if the number is taken. */
  add(conversation: number, { id, number, from, text, createdAt }: Message): void {
    this.#exec`
      INSERT INTO messages (conversation, number, id, sender, text, created_at)
      VALUES (${conversation}, ${number}, ${id}, ${from}, ${text}, ${createdAt})`
  }

  /** `start` <= number < `end`, in order. */
  page(conversation: number, start: number, end: number): MessageRow[] {
    return this.#sql<MessageRow>`
      SELECT id, number, sender, text, created_at AS createdAt FROM messages
      WHERE conversation = ${conversation} AND number >= ${start} AND number < ${end}
      ORDER BY number`
  }

  /** The greatest number of a conversation that has messages; 0 without one. */
  lastConversation(): number {
    const [row] = this.#sql<{ last: number | null }>`SELECT max(conversation) AS last FROM messages`
    return row?.last ?? 0
  }

  last(conversation: number): { sender: string; text: string; at: number } | null {
    const [row] = this.#sql<{ sender: string; text: string; at: number }>`
      SELECT sender, substr(text, 1, ${EXCERPT_CODE_POINTS}) AS text, created_at AS at
      FROM messages WHERE conversation = ${conversation} ORDER BY number DESC LIMIT 1`
    return row ? { ...row, text: cutText(row.text, LIMITS.lastLineGraphemes) } : null
  }

  newestKeys(conversation: number): MessageKey[] {
    return this.#sql<MessageKey>`
      SELECT id, number, sender, created_at AS createdAt FROM messages
      WHERE conversation = ${conversation}
      ORDER BY number DESC LIMIT ${LIMITS.messageIdWindow}`.reverse()
  }

  /** Whether both have written. Who begins sends few messages alone, so this reads few rows. */
  isAnswered(conversation: number): boolean {
    const answers = this.#sql`
      SELECT 1 FROM messages WHERE conversation = ${conversation} AND sender <>
        (SELECT sender FROM messages WHERE conversation = ${conversation} ORDER BY number LIMIT 1)
      LIMIT 1`
    return answers.length > 0
  }

  countUnread(conversation: number, reader: string, readThrough: number): number {
    const [row] = this.#sql<{ unread: number }>`
      SELECT count(*) AS unread FROM messages
      WHERE conversation = ${conversation} AND number > ${readThrough} AND sender <> ${reader}`
    return row?.unread ?? 0
  }

  /**
   * Times, newest first, and the number of the conversation's last message. Reads at most one message
   * that is too old.
   */
  sentSince(
    conversation: number,
    personId: string,
    moment: number,
  ): { times: number[]; last: number } {
    const rows = this.#exec<{ number: number; sender: string; at: number }>`
      SELECT number, sender, created_at AS at FROM messages WHERE conversation = ${conversation}
      ORDER BY number DESC LIMIT ${LIMITS.messageIdWindow}`
    const times: number[] = []
    let last = 0
    for (const { number, sender, at } of rows) {
      last = Math.max(last, number)
      // Times of one conversation never decrease.
      if (at <= moment) break
      if (sender === personId) times.push(at)
    }
    return { times, last }
  }

  /** UTF-8, of the texts. */
  bytesSent(conversation: number, personId: string): number {
    const [row] = this.#sql<{ bytes: number }>`
      SELECT coalesce(sum(length(CAST(text AS BLOB))), 0) AS bytes FROM messages
      WHERE conversation = ${conversation} AND sender = ${personId}`
    return row?.bytes ?? 0
  }

  begunSince(conversation: number, personId: string, moment: number): number[] {
    return this.#sql<{ at: number }>`
      SELECT created_at AS at FROM messages WHERE conversation = ${conversation} AND number = 1
        AND sender = ${personId} AND created_at > ${moment}`.map(({ at }) => at)
  }

  erase(conversation: number): number {
    const [row] = this.#sql<{ messages: number }>`
      SELECT count(*) AS messages FROM messages WHERE conversation = ${conversation}`
    this.#sql`DELETE FROM messages WHERE conversation = ${conversation}`
    return row?.messages ?? 0
  }
}
