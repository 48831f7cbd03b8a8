import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { Departures } from './departures.ts'
import type { Doorway } from './doorway.ts'
import { Liveness } from './liveness.ts'
import type { RoomParts } from './parts.ts'
import { writeCarried } from './reading.ts'

/** Longer than the longest grace, so that one which ran out while the room slept is among it. */
const TOLD_AGAIN_MS = 2 * TIMINGS.hiddenGraceMs

/** What the room does because time has passed, and nobody asked. */
export class Duties {
  readonly #parts: RoomParts
  readonly #departures: Departures
  readonly #doorway: Doorway
  readonly #liveness: Liveness
  /** Until when this wake has told who went offline. */
  #toldThrough: number | null = null

  constructor(parts: RoomParts, departures: Departures, doorway: Doorway) {
    this.#parts = parts
    this.#doorway = doorway
    this.#departures = departures
    this.#liveness = new Liveness(parts)
  }

  /** When the next of them is due; null for never. */
  nextDue(now: number): number | null {
    const { tables, due, tries, strikes, removals, attendance } = this.#parts
    if (!tables.ready) return null
    const all = [
      due.nextDue(now),
      tries.nextDue(),
      strikes.nextDue(),
      removals.nextDue(),
      attendance.nextDue(now),
      this.#liveness.nextDue(),
      this.#parts.acts.isOwed || this.#doorway.hasToLeaveAgain ? now : null,
      // A row whose time cannot be read must not keep everything else from being due.
    ].filter((at): at is number => Number.isFinite(at))
    return all.length > 0 ? Math.min(...all) : null
  }

  /** Does what is due, each whether or not another fails. Returns whether all went well. */
  attend(now: number): boolean {
    const { tables, tries, strikes, removals } = this.#parts
    if (!tables.ready) return true
    const parts = [
      () => this.#parts.acts.recoverOwed(),
      () => this.#doorway.leaveAgain(now),
      // First: a socket that is given up takes what it carries with it.
      () => this.#writeCursors(now),
      () => this.#liveness.endSilent(now),
      () => this.#departures.endDue(now),
      () => this.#tellGoneOffline(now),
      () => tries.purge(now),
      () => strikes.purge(now),
      () => removals.purge(now),
    ]
    return parts.filter((part) => !succeeds(part)).length === 0
  }

  #writeCursors(now: number): void {
    const { chatLog, sockets } = this.#parts
    chatLog.reads.writeCursors(now)
    for (const socket of sockets.all()) writeCarried(this.#parts, socket, now)
  }

  /**
   * Tells who went offline since it was told last, and notes it with who is connected: a bar of which
   * half has gone home would else hear of them all again at every wake.
   */
  #tellGoneOffline(now: number): void {
    const { presence, feed, connected } = this.#parts
    const gone = presence.listGoneOffline(this.#untoldFrom(now), now)
    feed.tell(gone.map((personId) => ({ kind: 'presence', personId, online: false })))
    this.#toldThrough = now
    connected.save(now, gone.length > 0)
  }

  /**
   * From when on it may not have been told. Where nothing is noted, or the clock went back, the last
   * minutes are told again: a page that knows it already sees no change.
   */
  #untoldFrom(now: number): number {
    const told = this.#toldThrough ?? this.#parts.connected.savedAt()
    return told !== null && told <= now ? told : now - TOLD_AGAIN_MS
  }
}

function succeeds(part: () => void): boolean {
  try {
    part()
    return true
  } catch (error) {
    log('alarm_failed', { error })
    return false
  }
}
