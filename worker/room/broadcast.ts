import { LIMITS } from '#contract/limits.ts'
import type { RoomEvent } from '#contract/protocol.ts'
import type { PersonChange } from './effects.ts'
import type { PeopleIndex } from './people-index.ts'
import type { Sockets } from './sockets.ts'

/** Kept for pages that reconnect. A page that missed more gets a snapshot, which is shorter. */
const REPLAYED_EVENTS = 500
const SECOND_MS = 1_000
const BUSY_PER_SECOND = 5
const RUSH_PER_SECOND = 20
/** A frame to so many sockets is so much work that a busy second counts as a rush. */
const MANY_SOCKETS = 500
const BUSY_WINDOW_MS = 100
/** The longest that an event waits. */
export const RUSH_WINDOW_MS = 500

/**
 * Sends events about people to everybody. Events are numbered within an epoch, which is one wake of
 * the room: nothing happens while it hibernates, so the first frame after a wake carries both anew.
 */
export class Broadcast {
  #epoch: string = crypto.randomUUID()
  readonly #sockets: Sockets
  readonly #index: PeopleIndex
  readonly #onEvents: (events: readonly RoomEvent[], isReadAnew: boolean) => void
  #replay = new ReplayBuffer()
  readonly #window = new BatchWindow()
  #waiting: RoomEvent[] = []
  #sentAt = 0
  /** How many sockets the last frame went to. */
  #receivers = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  /**
   * `onEvents` also gets every event, once: the monitor and the statistics. `isReadAnew`: somebody
   * stepped aside or came back, nobody entered or left.
   */
  constructor(
    sockets: Sockets,
    index: PeopleIndex,
    onEvents: (events: readonly RoomEvent[], isReadAnew: boolean) => void,
  ) {
    this.#sockets = sockets
    this.#index = index
    this.#onEvents = onEvents
  }

  get epoch(): string {
    return this.#epoch
  }

  /** Number of the last event of this epoch, sent or waiting. */
  get number(): number {
    return this.#replay.number
  }

  /** Exactly the events after a number of an epoch; null if the buffer does not hold them all. */
  since(epoch: string, number: number): RoomEvent[] | null {
    return epoch === this.#epoch ? this.#replay.since(number) : null
  }

  /** Sends changes at once if they come alone; in a rush, those of one window share a frame. */
  publish(changes: readonly PersonChange[]): void {
    if (changes.length === 0) return
    // Without a page nobody needs the events, and ending visits loads nobody.
    const hasReaders = this.#index.isLoaded || this.#sockets.all().length > 0
    if (hasReaders) this.#index.load()
    const events = changes.flatMap((change) => this.#index.apply(change) ?? [])
    if (hasReaders) this.#share(events)
    const isReadAnew = changes.some(({ kind }) => kind === 'aside' || kind === 'back')
    if (events.length > 0) this.#onEvents(events, isReadAnew)
  }

  /** A new epoch: whoever reconnects gets a snapshot. */
  restart(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#waiting = []
    this.#epoch = crypto.randomUUID()
    this.#replay = new ReplayBuffer()
  }

  /** Sends what waits, in as few frames as the size limit allows. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    this.#sentAt = Date.now()
    const open = this.#sockets.all()
    this.#receivers = open.length
    const { epoch } = this
    const { counts } = this.#index
    let number = this.number - waiting.length
    for (const events of splitBySize(waiting)) {
      number += events.length
      this.#sockets.send(open, { type: 'events', epoch, number, events, ...counts })
    }
  }

  #share(events: readonly RoomEvent[]): void {
    if (events.length === 0) return
    const now = Date.now()
    this.#replay.add(events)
    this.#waiting.push(...events)
    this.#window.note(events.length, now)
    const windowMs = this.#window.lengthMs(this.#receivers)
    // If the clock went back the last frame lies in the future; no event waits for that.
    const waitMs = Math.min(windowMs, this.#sentAt + windowMs - now)
    if (waitMs <= 0) this.flush()
    // A timer keeps the room awake: only in a rush, and for 500 ms at most.
    else this.#timer ??= setTimeout(() => this.flush(), waitMs)
  }
}

function splitBySize(events: readonly RoomEvent[]): RoomEvent[][] {
  const parts: RoomEvent[][] = []
  let characters = Infinity
  for (const event of events) {
    const { length } = JSON.stringify(event)
    characters += length
    if (characters > LIMITS.eventsCharacters) {
      parts.push([])
      characters = length
    }
    parts.at(-1)?.push(event)
  }
  return parts
}

/** The last events of this epoch, by number. */
export class ReplayBuffer {
  readonly #events: RoomEvent[] = []
  #number = 0

  /** Number of the last event. */
  get number(): number {
    return this.#number
  }

  /** Events in order; they get the next numbers. */
  add(events: readonly RoomEvent[]): void {
    this.#events.push(...events)
    this.#number += events.length
    if (this.#events.length > 2 * REPLAYED_EVENTS) {
      this.#events.splice(0, this.#events.length - REPLAYED_EVENTS)
    }
  }

  /** Exactly the events after a number; null if they are not all here. */
  since(number: number): RoomEvent[] | null {
    const missed = this.#number - number
    if (missed < 0 || missed > Math.min(REPLAYED_EVENTS, this.#events.length)) return null
    return this.#events.slice(this.#events.length - missed)
  }
}

/** How long events wait for each other: 0, 100 or 500 ms by the rate of the last second. */
export class BatchWindow {
  #times: number[] = []

  /** So many events have just come. */
  note(count: number, now: number): void {
    for (let one = 0; one < Math.min(count, RUSH_PER_SECOND + 1); one += 1) this.#times.push(now)
    this.#times = this.#times.filter((at) => at <= now && at > now - SECOND_MS)
  }

  /** By the rate, and by how many sockets each frame goes to. */
  lengthMs(receivers: number): number {
    if (this.#times.length <= BUSY_PER_SECOND) return 0
    const isRush = this.#times.length > RUSH_PER_SECOND || receivers > MANY_SOCKETS
    return isRush ? RUSH_WINDOW_MS : BUSY_WINDOW_MS
  }
}
