import * as v from 'valibot'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import { readAttachment } from '#worker/room/sockets/attachment.ts'
import type { Sockets } from '#worker/room/sockets/sockets.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import type { People } from './people.ts'

/** Longer than the longest grace: covers one that ended while the room slept. */
const LOOK_BACK_MS = 2 * TIMINGS.hiddenGraceMs

const connectedSchema = v.array(v.tuple([v.string(), v.boolean()]))

type Saved = {
  connected: string
  connectedAt: number | null
}

/** Stores who was connected when the room last published who is online, and when that was. */
export class Connected {
  readonly #storage: RoomStorage
  readonly #people: People
  readonly #sockets: Sockets
  #publishedUntil: number | null = null
  readonly #saved: () => Saved

  constructor(storage: RoomStorage, people: People, sockets: Sockets) {
    this.#storage = storage
    this.#people = people
    this.#sockets = sockets
    this.#saved = storage.cache(() => this.#read())
  }

  /** Goes back some minutes without a record, or if the clock went back: pages ignore a repetition. */
  publishedAt(now: number): number {
    const until = this.#publishedUntil ?? this.#read().connectedAt
    return until !== null && until <= now ? until : now - LOOK_BACK_MS
  }

  notePublished(now: number, hasPublished: boolean): void {
    this.#publishedUntil = now
    this.#save(now, hasPublished)
  }

  /**
   * A deploy or crash closes all sockets and calls no handler: grants the grace afterwards. Returns
   * when the first grace ends; null if no socket was lost.
   */
  grantGraceAfterRestart(now: number): number | null {
    const { connected, connectedAt } = this.#read()
    const people = parseConnected(connected)
    if (connectedAt === null || people.length === 0) return null
    // One open socket proves hibernation. Looking at all would load them.
    if (people.some(([personId]) => this.#sockets.of(personId).length > 0)) return null
    const visibleUntil = now + TIMINGS.offlineGraceMs
    const hiddenUntil = now + TIMINGS.hiddenGraceMs
    this.#storage.transact(() => {
      for (const [personId, hidden] of people) {
        const until = hidden ? hiddenUntil : visibleUntil
        const person = this.#people.find(personId)
        if (!person || person.lastSeen > connectedAt || person.onlineUntil >= until) continue
        this.#people.update(personId, { lastSeen: connectedAt, onlineUntil: until })
      }
      this.#storage.sql`UPDATE room SET connected = '[]', connected_at = NULL`
    })
    return visibleUntil
  }

  /**
   * Writes a row only if it differs, to move the time of `publishedAt`, or if `lastSeen` of a connected person is
   * later: `grantGraceAfterRestart` would take their connection for one that has closed since.
   */
  #save(now: number, hasPublished: boolean): void {
    const people = new Map<string, boolean>()
    for (const socket of this.#sockets.all()) {
      const { personId, hidden } = readAttachment(socket)
      people.set(personId, hidden && people.get(personId) !== false)
    }
    const text = JSON.stringify([...people].sort(([one], [other]) => (one < other ? -1 : 1)))
    const saved = this.#saved()
    const savedAt = saved.connectedAt ?? now
    const isSeenLater = [...people.keys()].some(
      (id) => (this.#people.find(id)?.lastSeen ?? 0) > savedAt,
    )
    if (text === saved.connected && !hasPublished && !isSeenLater) return
    this.#storage.sql`UPDATE room SET connected = ${text}, connected_at = ${now}`
    Object.assign(saved, { connected: text, connectedAt: now })
  }

  #read(): Saved {
    const [row] = this.#storage.sql<Saved>`
      SELECT connected, connected_at AS connectedAt FROM room`
    return row ?? { connected: '[]', connectedAt: null }
  }
}

/** Parsed in the room's constructor: an unreadable list must not stop it. */
function parseConnected(text: string): v.InferOutput<typeof connectedSchema> {
  try {
    return v.parse(connectedSchema, JSON.parse(text))
  } catch (error) {
    log('connected_unreadable', { error })
    return []
  }
}
