import * as v from 'valibot'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { Sql } from '#worker/rim/sql.ts'
import { readAttachment } from './attachment.ts'
import type { Sockets } from './sockets.ts'

const peopleSchema = v.array(v.tuple([v.string(), v.boolean()]))

/**
 * Who was connected when the room last looked, and whose page was hidden. A deploy or a crash takes
 * every socket at once and tells nobody; without this all would be offline in that moment, phones in
 * pockets too. One row, written with an alarm, once it has told who went offline until then, and only
 * where there is something new.
 */
export class Connected {
  readonly #sql: Sql
  readonly #sockets: Sockets
  #saved: string | null = null

  constructor(sql: Sql, sockets: Sockets) {
    this.#sql = sql
    this.#sockets = sockets
  }

  /** What was noted may have been taken back. */
  forget(): void {
    this.#saved = null
  }

  /** When that was noted last; null where it is not. */
  savedAt(): number | null {
    return this.#read()?.savedAt ?? null
  }

  /** Notes who is connected now, where that has changed or `hasTold` who went offline by now. */
  save(now: number, hasTold: boolean): void {
    const people = new Map<string, boolean>()
    for (const socket of this.#sockets.all()) {
      const { personId, hidden } = readAttachment(socket)
      people.set(personId, hidden && people.get(personId) !== false)
    }
    const text = JSON.stringify([...people].sort(([one], [other]) => (one < other ? -1 : 1)))
    this.#saved ??= this.#read()?.people ?? '[]'
    if (text === this.#saved && !hasTold) return
    this.#sql`
      INSERT OR REPLACE INTO connected (id, saved_at, people) VALUES (1, ${now}, ${text})`
    this.#saved = text
  }

  /**
   * Gives those who lost their connection with the room's own life the time that any lost connection
   * has. Returns when the first of it runs out; null where nothing was lost.
   */
  restore(now: number): number | null {
    const kept = this.#read()
    const people = readPeople(kept?.people ?? '[]')
    if (!kept || people.length === 0) return null
    // One socket that is still there says that this was only a sleep; looking at all would wake them.
    if (people.some(([personId]) => this.#sockets.of(personId).length > 0)) return null
    const visibleUntil = now + TIMINGS.offlineGraceMs
    const hiddenUntil = kept.savedAt + TIMINGS.hiddenGraceMs
    for (const [personId, hidden] of people) {
      const until = hidden ? Math.max(hiddenUntil, visibleUntil) : visibleUntil
      // Whoever dropped after that was seen to drop.
      this.#sql`
        UPDATE bar_profiles SET online_until = ${until}
        WHERE id = ${personId} AND ended_at IS NULL AND last_seen < ${kept.savedAt}
          AND online_until < ${until}`
    }
    this.#sql`DELETE FROM connected`
    return visibleUntil
  }

  #read(): { savedAt: number; people: string } | null {
    const [row] = this.#sql<{ savedAt: number; people: string }>`
      SELECT saved_at AS savedAt, people FROM connected`
    return row ?? null
  }
}

/** Read while the room is being made: a list that cannot be read must not keep it from that. */
function readPeople(text: string): v.InferOutput<typeof peopleSchema> {
  try {
    return v.parse(peopleSchema, JSON.parse(text))
  } catch (error) {
    log('connected_unreadable', { error })
    return []
  }
}
