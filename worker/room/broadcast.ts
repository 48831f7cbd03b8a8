import { LIMITS } from '#contract/limits.ts'
import type { RoomEvent } from '#contract/protocol.ts'
import type { Away } from './away.ts'
import type { PersonChange } from './effects.ts'
import type { PeopleIndex } from './people-index.ts'
import type { Sockets } from './sockets.ts'

const REPLAYED_EVENTS = 500
const SECOND_MS = 1_000
const BUSY_PER_SECOND = 5
const RUSH_PER_SECOND = 20
/** From this many receivers on, a busy second opens a batch window. */
const MANY_SOCKETS = 500
const BUSY_WINDOW_MS = 100
export const RUSH_WINDOW_MS = 500

/** Events about people are numbered within an epoch: one wake of the room. */
export class Broadcast {
  #epoch: string = crypto.randomUUID()
  readonly #sockets: Sockets
  readonly #index: PeopleIndex
  readonly #away: Away
  readonly #onEvents: (events: readonly RoomEvent[], isReadAnew: boolean) => void
  #replay = new ReplayBuffer()
  readonly #window = new BatchWindow()
  #waiting: RoomEvent[] = []
  #sentAt = 0
  #receivers = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  /** `isReadAnew`: people were listed or unlisted; nobody entered or left. */
  constructor(
    sockets: Sockets,
    index: PeopleIndex,
    away: Away,
    onEvents: (events: readonly RoomEvent[], isReadAnew: boolean) => void,
  ) {
    this.#sockets = sockets
    this.#index = index
    this.#away = away
    this.#onEvents = onEvents
  }

  get epoch(): string {
    return this.#epoch
  }

  get number(): number {
    return this.#replay.number
  }

  /** Null if the buffer does not hold all events after `number`. */
  since(epoch: string, number: number): RoomEvent[] | null {
    return epoch === this.#epoch ? this.#replay.since(number) : null
  }

  publish(changes: readonly PersonChange[]): void {
    if (changes.length === 0) return
    // Without pages nobody needs the events, and ending a visit loads no people.
    const hasReaders = this.#index.isLoaded || this.#sockets.all().length > 0
    if (hasReaders) this.#index.load()
    const events = changes.flatMap((change) => this.#index.apply(change) ?? [])
    if (hasReaders) this.#share([...events, ...this.#away.takeEvents(Date.now())])
    const isReadAnew = changes.some(({ kind }) => kind === 'aside' || kind === 'relisted')
    if (events.length > 0) this.#onEvents(events, isReadAnew)
  }

  /** Who looks away or back, where no other event has said so. */
  publishAway(now: number): number | null {
    const dueAt = this.#away.nextDue(now)
    if (dueAt === null || dueAt > now) return dueAt
    this.#index.load()
    this.#share(this.#away.takeEvents(now))
    return null
  }

  /** Reconnecting pages get a snapshot of the new epoch. */
  restart(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#waiting = []
    this.#epoch = crypto.randomUUID()
    this.#replay = new ReplayBuffer()
  }

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
      this.#sockets.sendEvents(open, { type: 'events', epoch, number, events, ...counts })
    }
  }

  #share(events: readonly RoomEvent[]): void {
    if (events.length === 0) return
    const now = Date.now()
    this.#replay.add(events)
    this.#waiting.push(...events)
    this.#window.note(events.length, now)
    const windowMs = this.#window.lengthMs(this.#receivers)
    // If the clock went back, `#sentAt` lies in the future.
    const waitMs = Math.min(windowMs, this.#sentAt + windowMs - now)
    if (waitMs <= 0) this.flush()
    // A timer keeps the room awake, here for at most 500 ms.
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

export class ReplayBuffer {
  readonly #events: RoomEvent[] = []
  #number = 0

  get number(): number {
    return this.#number
  }

  add(events: readonly RoomEvent[]): void {
    this.#events.push(...events)
    this.#number += events.length
    if (this.#events.length > 2 * REPLAYED_EVENTS) {
      this.#events.splice(0, this.#events.length - REPLAYED_EVENTS)
    }
  }

  since(number: number): RoomEvent[] | null {
    const missed = this.#number - number
    if (missed < 0 || missed > Math.min(REPLAYED_EVENTS, this.#events.length)) return null
    return this.#events.slice(this.#events.length - missed)
  }
}

/** Events wait 0, 100 or 500 ms for each other, by the rate of the last second. */
export class BatchWindow {
  #times: number[] = []

  note(count: number, now: number): void {
    for (let one = 0; one < Math.min(count, RUSH_PER_SECOND + 1); one += 1) this.#times.push(now)
    this.#times = this.#times.filter((at) => at <= now && at > now - SECOND_MS)
  }

  lengthMs(receivers: number): number {
    if (this.#times.length <= BUSY_PER_SECOND) return 0
    const isRush = this.#times.length > RUSH_PER_SECOND || receivers > MANY_SOCKETS
    return isRush ? RUSH_WINDOW_MS : BUSY_WINDOW_MS
  }
}
