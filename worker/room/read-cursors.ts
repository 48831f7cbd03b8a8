import { TIMINGS } from '#contract/timings.ts'
import type { Sql } from '#worker/rim/sql.ts'
import type { Conversation } from './conversation.ts'

/** How far a reader had come in a conversation whose cursor is not written yet; 0 where it is. */
export type Unwritten = (reader: string, conversation: string) => number

interface Cursor {
  conversation: Conversation
  reader: string
  through: number
}

/**
 * How far people have read. A cursor is written at most once in ten seconds and then goes with the
 * next commit; until then its reader's socket carries it, which costs no row and survives a sleep.
 */
export class ReadCursors {
  readonly #sql: Sql
  readonly #writtenAt = new Map<string, number>()
  readonly #kept = new Map<string, Cursor>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Says whether the cursor was written; else somebody has to remember it until `writeKept`. */
  move(cursor: Cursor, now: number): boolean {
    const key = keyOf(cursor)
    if (now - (this.#writtenAt.get(key) ?? 0) < TIMINGS.cursorWrittenEveryMs) {
      this.#kept.set(key, cursor)
      return false
    }
    this.write(cursor, now)
    return true
  }

  /** Writes a cursor now, whenever its last write was. */
  write(cursor: Cursor, now: number): void {
    const { conversation, reader, through } = cursor
    if (conversation.isFirst(reader)) {
      this.#sql`UPDATE conversations SET read_by_first = ${through} WHERE id = ${conversation.id}`
    } else {
      this.#sql`UPDATE conversations SET read_by_second = ${through} WHERE id = ${conversation.id}`
    }
    this.#writtenAt.set(keyOf(cursor), now)
    this.#kept.delete(keyOf(cursor))
  }

  /** Writes what was kept: with the next commit, at the latest when the room's alarm fires. */
  writeKept(now: number): void {
    for (const cursor of this.#kept.values()) this.write(cursor, now)
    this.#forgetOld(now)
  }

  /** The conversation was erased. */
  forget(conversation: string): void {
    for (const [key, cursor] of this.#kept) {
      if (cursor.conversation.id === conversation) this.#kept.delete(key)
    }
  }

  #forgetOld(now: number): void {
    for (const [key, at] of this.#writtenAt) {
      if (now - at < TIMINGS.cursorWrittenEveryMs) return
      this.#writtenAt.delete(key)
    }
  }
}

function keyOf({ conversation, reader }: Cursor): string {
  return conversation.isFirst(reader) ? conversation.id : `${conversation.id}:`
}
