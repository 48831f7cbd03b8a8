import { TIMINGS } from '#contract/timings.ts'
import type { Sql } from '#worker/rim/sql.ts'

/** How far a reader had come in a conversation whose cursor is not written yet; 0 where it is. */
export type Unwritten = (reader: string, conversation: string) => number

interface Cursor {
  /** Of the conversation. */
  id: string
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

  /** Writes a cursor now, whenever its last write was; no row where it is written already. */
  write(cursor: Cursor, now: number): void {
    const { id, through } = cursor
    if (isFirst(cursor)) {
      this.#sql`
        UPDATE conversations SET read_by_first = ${through}
        WHERE id = ${id} AND read_by_first < ${through}`
    } else {
      this.#sql`
        UPDATE conversations SET read_by_second = ${through}
        WHERE id = ${id} AND read_by_second < ${through}`
    }
    const key = keyOf(cursor)
    this.#writtenAt.set(key, now)
    if ((this.#kept.get(key)?.through ?? 0) <= through) this.#kept.delete(key)
  }

  /** Writes what was kept: with the next commit, at the latest when the room's alarm fires. */
  writeKept(now: number): void {
    for (const cursor of this.#kept.values()) this.write(cursor, now)
    this.#forgetOld(now)
  }

  /** The conversation was erased. */
  forget(conversation: string): void {
    for (const [key, cursor] of this.#kept) {
      if (cursor.id === conversation) this.#kept.delete(key)
    }
  }

  #forgetOld(now: number): void {
    for (const [key, at] of this.#writtenAt) {
      if (now - at < TIMINGS.cursorWrittenEveryMs) return
      this.#writtenAt.delete(key)
    }
  }
}

function keyOf(cursor: Cursor): string {
  return isFirst(cursor) ? cursor.id : `${cursor.id}:`
}

/** Whether the reader is the one whom the conversation's id names first. */
function isFirst({ id, reader }: Cursor): boolean {
  return id.startsWith(reader)
}
