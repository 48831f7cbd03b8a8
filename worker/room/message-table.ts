import { LIMITS } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import { cutText } from '#contract/plain-text.ts'
import type { Sql } from '#worker/rim/sql.ts'
import { partnerIn } from './conversation.ts'

type MessageRow = {
  id: string
  number: number
  sender: string
  text: string
  createdAt: number
}
/** More than the beginning of any text has. */
const EXCERPT_CODE_POINTS = LIMITS.lastLineGraphemes * LIMITS.graphemeCodePoints + 1

type Noted = Pick<MessageRow, 'id' | 'number' | 'sender' | 'createdAt'>

/** The messages as SQLite keeps them, clustered by conversation and number. Nothing is remembered. */
export class MessageTable {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** One row. Throws where the number is taken. */
  add(conversation: string, { id, number, from, text, createdAt }: Message): void {
    this.#sql`
      INSERT INTO messages (conversation, number, id, sender, text, created_at)
      VALUES (${conversation}, ${number}, ${id}, ${from}, ${text}, ${createdAt})`
  }

  /** The messages with numbers from `start` on and below `end`, in their order. */
  page(conversation: string, start: number, end: number): Message[] {
    return this.#sql<MessageRow>`
      SELECT id, number, sender, text, created_at AS createdAt
      FROM messages
      WHERE conversation = ${conversation} AND number >= ${start} AND number < ${end}
      ORDER BY number`.map(({ sender, ...row }) => ({
      ...row,
      from: sender,
      to: partnerIn(conversation, sender),
    }))
  }

  /** The last of a conversation without their texts, oldest first: as many as ids are remembered. */
  newest(conversation: string): Noted[] {
    return this.#sql<Noted>`
      SELECT id, number, sender, created_at AS createdAt FROM messages
      WHERE conversation = ${conversation}
      ORDER BY number DESC LIMIT ${LIMITS.messageIdWindow}`.reverse()
  }

  /** 0 for a conversation that has no messages. */
  lastNumber(conversation: string): number {
    const [row] = this.#sql<{ last: number | null }>`
      SELECT max(number) AS last FROM messages WHERE conversation = ${conversation}`
    return row?.last ?? 0
  }

  /** The newest message, its text cut; null for a conversation that has none. */
  last(conversation: string): { number: number; sender: string; text: string; at: number } | null {
    const [row] = this.#sql<{ number: number; sender: string; text: string; at: number }>`
      SELECT number, sender, substr(text, 1, ${EXCERPT_CODE_POINTS}) AS text, created_at AS at
      FROM messages WHERE conversation = ${conversation} ORDER BY number DESC LIMIT 1`
    if (!row) return null
    // A row that cannot be read must not keep its person from coming in.
    const text = typeof row.text === 'string' ? cutText(row.text, LIMITS.lastLineGraphemes) : ''
    return { ...row, text, at: Number.isFinite(row.at) ? row.at : 0 }
  }

  /** How many messages with a higher number a reader has from the other. */
  countUnread(conversation: string, reader: string, through: number): number {
    const [row] = this.#sql<{ unread: number }>`
      SELECT count(*) AS unread FROM messages
      WHERE conversation = ${conversation} AND number > ${through} AND sender <> ${reader}`
    return row?.unread ?? 0
  }

  /** When a person's newest messages of a conversation were stored, after a moment. */
  saidSince(conversation: string, personId: string, moment: number): number[] {
    return this.#sql<{ at: number }>`
      SELECT created_at AS at FROM messages WHERE conversation = ${conversation}
        AND number > (SELECT max(number) FROM messages WHERE conversation = ${conversation})
          - ${LIMITS.messageIdWindow}
        AND sender = ${personId} AND created_at > ${moment}`.map(({ at }) => at)
  }

  /** When a person began a conversation, if they did and it was after a moment. */
  begunSince(conversation: string, personId: string, moment: number): number[] {
    return this.#sql<{ at: number }>`
      SELECT created_at AS at FROM messages WHERE conversation = ${conversation} AND number = 1
        AND sender = ${personId} AND created_at > ${moment}`.map(({ at }) => at)
  }

  /** How many messages each conversation has, by its id. */
  countAll(): Map<string, number> {
    const rows = this.#sql<{ id: string; messages: number }>`
      SELECT conversation AS id, count(*) AS messages FROM messages GROUP BY conversation`
    return new Map(rows.map(({ id, messages }) => [id, messages]))
  }

  /** Erases a conversation's messages. Returns how many they were. */
  erase(conversation: string): number {
    const [row] = this.#sql<{ messages: number }>`
      SELECT count(*) AS messages FROM messages WHERE conversation = ${conversation}`
    this.#sql`DELETE FROM messages WHERE conversation = ${conversation}`
    return row?.messages ?? 0
  }
}
