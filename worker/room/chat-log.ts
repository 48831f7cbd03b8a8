import type { BucketSize } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'
import type { History, Message } from '#contract/message.ts'
import type { Sql } from '#worker/rim/sql.ts'
import type { Conversation } from './conversation.ts'
import { Conversations } from './conversations.ts'
import { MessageTable } from './message-table.ts'
import { Partners } from './partners.ts'
import type { Unwritten } from './read-cursors.ts'
import { ReadCursors } from './read-cursors.ts'
import { Reads } from './reads.ts'

/** Where the conversations of the bar are kept: ordered, numbered from 1, one row a message. */
export class ChatLog {
  readonly reads: Reads
  readonly #sql: Sql
  readonly #atomically: (act: () => void) => void
  readonly #messages: MessageTable
  readonly #partners: Partners
  readonly #conversations: Conversations
  readonly #cursors: ReadCursors
  /** The newest time given out in this wake: times never go back, whatever the clock does. */
  #lastCreatedAt = 0

  /** `pace` is what a person may say to one other. */
  constructor(
    sql: Sql,
    pace: BucketSize,
    unwritten: Unwritten,
    atomically: (act: () => void) => void = (act) => act(),
  ) {
    this.#sql = sql
    this.#atomically = atomically
    this.#messages = new MessageTable(sql)
    this.#partners = new Partners(sql)
    this.#conversations = new Conversations(sql, this.#messages, pace, unwritten)
    this.#cursors = new ReadCursors(sql)
    this.reads = new Reads(this.#messages, this.#partners, this.#conversations, this.#cursors)
  }

  /** The state of the conversation between two people; one that has no messages yet is empty. */
  conversation(one: string, other: string): Conversation {
    return this.#conversations.between(one, other)
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
    const message = { ...draft, number, createdAt }
    if (conversation.last === 0) this.#begin(conversation, message)
    else this.#messages.add(conversation.id, message)
    conversation.note(draft.id, number, draft.from, createdAt, draft.createdAt)
    return message
  }

  /** A conversation without a message would be half of one. */
  #begin({ id }: Conversation, message: Message): void {
    this.#atomically(() => {
      this.#sql`
        INSERT OR IGNORE INTO conversations (id, read_by_first, read_by_second) VALUES (${id}, 0, 0)`
      this.#messages.add(id, message)
    })
    this.#partners.add(id)
  }

  /** What was read may have been taken back. */
  forget(): void {
    this.#partners.forget()
    this.#conversations.forgetAll()
  }

  /** One page, oldest first: the newest messages before, or the oldest after, a number. */
  history(conversation: Conversation, page: { before?: number; after?: number }): History {
    const end = Math.min(page.before ?? Infinity, conversation.last + 1)
    const start = Math.max(1, page.after === undefined ? end - LIMITS.historyPage : page.after + 1)
    const messages = this.#messages.page(
      conversation.id,
      start,
      Math.min(end, start + LIMITS.historyPage),
    )
    return { messages, hasEarlier: start > 1 }
  }

  /** Everything that two people wrote to each other, oldest first. */
  all(conversation: Conversation): Message[] {
    return this.#messages.page(conversation.id, 1, conversation.last + 1)
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
      this.#conversations.forget(id)
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
}
