import { SECOND_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import type { ResumePoint, RoomEvent } from '#contract/protocol.ts'
import type { PersonChange } from '#worker/room/effects.ts'
import type { Away } from '#worker/room/people/away.ts'
import type { PeopleIndex } from '#worker/room/people/people-index.ts'
import type { Blocks } from '#worker/room/safety/blocks.ts'
import { readAttachment } from './attachment.ts'
import type { Sockets } from './sockets.ts'

const REPLAYED_EVENTS = 500
const BUSY_PER_SECOND = 5
const RUSH_PER_SECOND = 20
/** A busy second opens a batch window if it has this many receivers. */
const MANY_SOCKETS = 500
const BUSY_WINDOW_MS = 100
export const RUSH_WINDOW_MS = 500

interface Viewer {
  id: string
  mark: string
}

interface Entry {
  event: RoomEvent
  /** The mark of the person whom it is about. */
  mark: string
  hiddenFrom: ReadonlySet<string>
}

/** `number` is that of the last event. */
interface Batch {
  number: number
  events: RoomEvent[]
}

/** Events about people are numbered within an epoch: one wake of the room. */
export class Broadcast {
  #epoch: string = crypto.randomUUID()
  readonly #sockets: Sockets
  readonly #index: PeopleIndex
  readonly #blocks: Pick<Blocks, 'of' | 'markOf'>
  readonly #away: Away
  readonly #onChanges: (changes: readonly PersonChange[]) => void
  /** The number of the last event before the blocks of a mark changed. */
  readonly #blocksChangedAt = new Map<string, number>()
  #replay = new ReplayBuffer<Entry>()
  readonly #window = new BatchWindow()
  #waiting: Entry[] = []
  #sentAt = 0
  #receivers = 0
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(
    sockets: Sockets,
    index: PeopleIndex,
    blocks: Pick<Blocks, 'of' | 'markOf'>,
    away: Away,
    onChanges: (changes: readonly PersonChange[]) => void,
  ) {
    this.#sockets = sockets
    this.#index = index
    this.#blocks = blocks
    this.#away = away
    this.#onChanges = onChanges
  }

  get epoch(): string {
    return this.#epoch
  }

  get number(): number {
    return this.#replay.number
  }

  /**
   * Lists the events after `number` for a person's pages. Null if the buffer does not hold them all, and
   * for a number from before the person came.
   */
  since({ epoch, number }: ResumePoint, { id, mark }: Viewer): RoomEvent[] | null {
    if (epoch !== this.#epoch || number <= (this.#blocksChangedAt.get(mark) ?? -1)) return null
    const missed = this.#replay.since(number)
    // No page misses the entry of its own person.
    if (!missed || missed.some(({ event }) => isEntryOf(id, event))) return null
    const blocked = this.#blocks.of(mark)
    // A block may be younger than the event.
    const seen = missed.filter((entry) => isSeen(entry, mark) && !blocked.has(entry.mark))
    return seen.map(({ event }) => event)
  }

  /** Flushes the events from before the change. A page that was away meanwhile gets a snapshot. */
  noteBlocks(marks: readonly string[]): void {
    this.flush()
    for (const mark of marks) this.#blocksChangedAt.set(mark, this.number)
  }

  publish(changes: readonly PersonChange[]): void {
    if (changes.length === 0) return
    // A room without pages needs no events, and need not load its people to end a visit.
    if (this.#index.isLoaded || this.#sockets.all().length > 0) {
      // Only the alarm gets here without a loaded index: its first event is derived without building one.
      if (this.number > 0) this.#index.load()
      this.#share([...changes, ...this.#away.take(Date.now())])
    }
    this.#onChanges(changes)
  }

  /** Publishes people who went away or came back, if no other event has done so. */
  publishAway(now: number): void {
    if (!this.#away.isDue()) return
    this.#index.load()
    this.#share(this.#away.take(now))
  }

  #toEntries(change: PersonChange): Entry[] {
    const event = this.#index.apply(change)
    if (!event) return []
    if ('person' in event) this.#away.noteSent(event.person)
    // The row of a visit that has ended is gone.
    const mark = change.kind === 'ended' ? change.mark : this.#blocks.markOf(change.personId)
    return [{ event, mark, hiddenFrom: this.#blocks.of(mark) }]
  }

  /** Reconnecting pages get a snapshot of the new epoch. */
  restart(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#waiting = []
    this.#epoch = crypto.randomUUID()
    this.#replay = new ReplayBuffer()
    this.#blocksChangedAt.clear()
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
    for (const entries of splitBySize(waiting)) {
      const before = { epoch, number }
      for (const [batch, sockets] of this.#toBatches(entries, number, open)) {
        this.#sockets.sendEvents(sockets, { type: 'events', epoch, ...batch, ...counts }, before)
      }
      number += entries.length
    }
  }

  /**
   * One frame for all who see the same of it. Nothing stands in the place of an event that a page may not
   * see, and a page that may see none gets no frame. `before`: the number before the first entry.
   */
  #toBatches(
    entries: readonly Entry[],
    before: number,
    open: readonly WebSocket[],
  ): Iterable<[Batch, readonly WebSocket[]]> {
    const hiding = entries.filter(({ hiddenFrom }) => hiddenFrom.size > 0)
    if (hiding.length === 0) return [[toBatch(entries, new Set(), before), open]]
    const batches = new Map<string, [Batch, WebSocket[]]>()
    for (const socket of open) {
      const mark = this.#blocks.markOf(readAttachment(socket).personId)
      const hidden = new Set(hiding.filter((entry) => !isSeen(entry, mark)))
      if (hidden.size === entries.length) continue
      const key = [...hidden].map((entry) => entries.indexOf(entry)).join()
      const batch = batches.get(key) ?? [toBatch(entries, hidden, before), []]
      batch[1].push(socket)
      batches.set(key, batch)
    }
    return batches.values()
  }

  #share(changes: readonly PersonChange[]): void {
    const entries = changes.flatMap((change) => this.#toEntries(change))
    if (entries.length === 0) return
    const now = Date.now()
    this.#replay.add(entries)
    this.#waiting.push(...entries)
    this.#window.note(entries.length, now)
    const windowMs = this.#window.lengthMs(this.#receivers)
    // If the clock went back, `#sentAt` lies in the future.
    const waitMs = Math.min(windowMs, this.#sentAt + windowMs - now)
    if (waitMs <= 0) this.flush()
    // A timer keeps the room awake, here for at most 500 ms.
    else this.#timer ??= setTimeout(() => this.flush(), waitMs)
  }
}

function isEntryOf(personId: string, event: RoomEvent): boolean {
  return event.kind === 'entered' && event.person.id === personId
}

function isSeen({ hiddenFrom }: Entry, mark: string): boolean {
  return !hiddenFrom.has(mark)
}

function toBatch(entries: readonly Entry[], hidden: ReadonlySet<Entry>, before: number): Batch {
  const seen = entries.filter((entry) => !hidden.has(entry))
  const last = entries.findLastIndex((entry) => !hidden.has(entry))
  return { number: before + last + 1, events: seen.map(({ event }) => event) }
}

function splitBySize(entries: readonly Entry[]): Entry[][] {
  const parts: Entry[][] = []
  let characters = Infinity
  for (const entry of entries) {
    const { length } = JSON.stringify(entry.event)
    characters += length
    if (characters > LIMITS.eventsCharacters) {
      parts.push([])
      characters = length
    }
    parts.at(-1)?.push(entry)
  }
  return parts
}

export class ReplayBuffer<Entry> {
  readonly #entries: Entry[] = []
  #number = 0

  get number(): number {
    return this.#number
  }

  add(entries: readonly Entry[]): void {
    this.#entries.push(...entries)
    this.#number += entries.length
    if (this.#entries.length > 2 * REPLAYED_EVENTS) {
      this.#entries.splice(0, this.#entries.length - REPLAYED_EVENTS)
    }
  }

  since(number: number): Entry[] | null {
    const missed = this.#number - number
    if (missed < 0 || missed > Math.min(REPLAYED_EVENTS, this.#entries.length)) return null
    return this.#entries.slice(this.#entries.length - missed)
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
