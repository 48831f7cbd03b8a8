import { LIMITS } from '#contract/limits.ts'
import type { LastLine } from '#contract/protocol.ts'
import type { Conversation } from './conversation.ts'
import { partnerIn } from './conversation.ts'
import type { Conversations } from './conversations.ts'
import type { MessageTable } from './message-table.ts'
import type { Partners } from './partners.ts'
import type { ReadCursors } from './read-cursors.ts'

export interface Summary {
  personId: string
  unread: number
  lastLine: LastLine
}

/** How far people have read, and how much that leaves unread. */
export class Reads {
  readonly #messages: MessageTable
  readonly #partners: Partners
  readonly #conversations: Conversations
  readonly #cursors: ReadCursors

  constructor(
    messages: MessageTable,
    partners: Partners,
    conversations: Conversations,
    cursors: ReadCursors,
  ) {
    this.#messages = messages
    this.#partners = partners
    this.#conversations = conversations
    this.#cursors = cursors
  }

  /** Moves a reader's cursor forward, never back. Says whether it is written, or still to be. */
  mark(conversation: Conversation, reader: string, wanted: number, now: number): boolean {
    const through = Math.min(wanted, conversation.last)
    if (through <= conversation.readThrough(reader)) return true
    const unread = this.#messages.countUnread(conversation.id, reader, through)
    const isWritten = this.#cursors.move({ id: conversation.id, reader, through }, now)
    // Not before: what is remembered as read is never written again.
    conversation.noteRead(reader, through, unread)
    return isWritten
  }

  /** Writes a cursor that until now only a socket carried. */
  writeCursor(id: string, reader: string, through: number, now: number): void {
    const conversation = this.#conversations.known(id)
    const isNew = conversation !== undefined && conversation.readThrough(reader) < through
    const unread = isNew ? this.#messages.countUnread(id, reader, through) : 0
    this.#cursors.write({ id, reader, through }, now)
    if (isNew) conversation.noteRead(reader, through, unread)
  }

  /** Writes the cursors that were not written at once. */
  writeCursors(now: number): void {
    this.#cursors.writeKept(now)
  }

  /**
   * A person's conversations, the one with the newest message first: whom they are with, how many
   * messages from each are unread, and the last line. A few rows of each conversation are read.
   */
  summaries(personId: string): Summary[] {
    const newest = this.#partners.conversationsOf(personId).flatMap((id) => {
      const last = this.#messages.last(id)
      return last ? [{ id, last }] : []
    })
    newest.sort((one, other) => other.last.at - one.last.at || (one.id < other.id ? -1 : 1))
    return newest.slice(0, LIMITS.conversationsTold).map(({ id, last: { sender, text, at } }) => {
      const through = this.#conversations.readThrough(id, personId)
      return {
        personId: partnerIn(id, personId),
        unread: this.#messages.countUnread(id, personId, through),
        lastLine: { text, isOwn: sender === personId, at },
      }
    })
  }
}
