import { toHour } from '#contract/bar-hours.ts'
import { HOUR_MS } from '#contract/durations.ts'
import type { CountedHour } from '#worker/db/bar-hours.ts'
import { log } from '#worker/log.ts'
import type { PersonChange } from '#worker/room/effects.ts'
import type { PeopleIndex } from '#worker/room/people/people-index.ts'
import type { Outbox } from '#worker/room/storage/outbox.ts'
import type { Schema } from '#worker/room/storage/schema.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

/** A higher peak is written at most this often, and at the end of the hour. */
const WRITTEN_EVERY_MS = 60_000
/** All bars share one database, so they save at different times. */
const SPREAD_MS = 5 * 60_000

interface Current {
  hour: number
  peak: number
  writtenPeak: number
  writtenAt: number
}

/**
 * Counts visits and the peak of each hour, and has the outbox save each hour in D1. Visits are counted
 * from their rows: entering writes no further row. Without online people it never wakes the room.
 */
export class Occupancy {
  readonly #storage: RoomStorage
  readonly #schema: Schema
  readonly #index: PeopleIndex
  readonly #outbox: Outbox
  readonly #save: (barId: string, hours: CountedHour[]) => Promise<void>
  /** The hours that D1 has confirmed in this wake. */
  readonly #saved = new Map<number, CountedHour>()
  readonly #current: () => Current
  #isAwake = false

  constructor(
    storage: RoomStorage,
    schema: Schema,
    index: PeopleIndex,
    outbox: Outbox,
    save: (barId: string, hours: CountedHour[]) => Promise<void>,
  ) {
    this.#storage = storage
    this.#schema = schema
    this.#index = index
    this.#outbox = outbox
    this.#save = save
    this.#current = storage.cache(() => ({ hour: 0, peak: 0, writtenPeak: 0, writtenAt: 0 }))
  }

  /** Call after the commit. Returns when the alarm must save a new hour. Never throws. */
  note(changes: readonly PersonChange[], now: number): number | null {
    if (!this.#schema.isReady) return null
    try {
      const { online } = this.#index.counts
      // Before the first change of a wake the bar was as it was before hibernation.
      const wentOffline = this.#isAwake ? 0 : changes.filter(isOffline).length
      this.#isAwake = true
      return this.#notePeak(online + wentOffline, now)
    } catch (error) {
      log('hours_not_counted', { error })
      return null
    }
  }

  /** Call in the transaction that erases the visit. */
  noteEnd(enteredAt: number): void {
    this.#storage.sql`
      UPDATE hours SET visits = visits + 1
      WHERE hour = ${toHour(enteredAt)} AND counted_until < ${enteredAt}`
  }

  unsaved(now: number): CountedHour[] {
    if (!this.#schema.isReady) return []
    this.#write(now)
    return this.#counted(() => true)
  }

  /** For the alarm. Returns when an hour must be saved next. */
  queuePast(now: number): number | null {
    if (this.#schema.isClosed) return null
    const { online } = this.#index.counts
    if (online > 0) this.#notePeak(online, now)
    // The current hour is written at its own pace: each alarm would write a row.
    if (toHour(now) !== this.#current().hour) this.#write(now)
    const hours = this.#storage.sql<{ hour: number }>`SELECT hour FROM hours ORDER BY hour`
    const isPast = ({ hour }: { hour: number }) => this.#savedAt(hour) <= now
    for (const { hour } of hours.filter(isPast)) this.#outbox.add('hours', `${hour}`)
    const next = hours.find((one) => !isPast(one))
    return next ? this.#savedAt(next.hour) : null
  }

  /** Call when the last visit has ended. A room that was evicted since the last save saves again. */
  queueUnsaved(now: number): void {
    this.#write(now)
    const unsaved = this.#counted(() => true).filter((counted) => !this.#isSaved(counted))
    for (const { hour } of unsaved) this.#outbox.add('hours', `${hour}`)
  }

  async save(hours: readonly number[]): Promise<void> {
    const counted = this.#counted((hour) => hours.includes(hour))
    await this.#save(this.#schema.room.barId, counted)
    for (const one of counted) this.#saved.set(one.hour, one)
  }

  /** Keeps the current hour, and hours that changed after they were saved. */
  forget(hours: readonly number[], now: number): void {
    for (const counted of this.#counted((hour) => hours.includes(hour) && hour < toHour(now))) {
      const { hour } = counted
      if (this.#isSaved(counted)) this.#storage.sql`DELETE FROM hours WHERE hour = ${hour}`
    }
  }

  #isSaved({ hour, peak, visits }: CountedHour): boolean {
    const saved = this.#saved.get(hour)
    return saved?.peak === peak && saved.visits === visits
  }

  #counted(isWanted: (hour: number) => boolean): CountedHour[] {
    const hours = this.#storage.sql<{ hour: number; peak: number; visits: number; until: number }>`
      SELECT hour, peak, visits, counted_until AS until FROM hours ORDER BY hour`
    return hours
      .filter(({ hour }) => isWanted(hour))
      .map(({ hour, peak, visits, until }) => {
        const all = visits + this.#countEntered(hour, until, Infinity)
        return { hour, peak, visits: all, life: all > 0 ? this.#schema.room.madeAt : 0 }
      })
  }

  #countEntered(hour: number, after: number, until: number): number {
    const [row] = this.#storage.sql<{ entered: number }>`
      SELECT count(*) AS entered FROM bar_profiles
      WHERE entered_at >= ${hour * HOUR_MS} AND entered_at < ${(hour + 1) * HOUR_MS}
        AND entered_at > ${after} AND entered_at <= ${until}`
    return row?.entered ?? 0
  }

  #notePeak(online: number, now: number): number | null {
    const hour = toHour(now)
    if (hour !== this.#current().hour) this.#begin(hour, now)
    const current = this.#current()
    if (online <= current.peak) return null
    current.peak = online
    const isNew = current.writtenPeak === 0
    if (isNew || now - current.writtenAt >= WRITTEN_EVERY_MS) this.#write(now)
    return isNew ? this.#savedAt(hour) : null
  }

  #begin(hour: number, now: number): void {
    this.#write(now)
    const [row] = this.#storage.sql<{ peak: number }>`SELECT peak FROM hours WHERE hour = ${hour}`
    const peak = row?.peak ?? 0
    Object.assign(this.#current(), { hour, peak, writtenPeak: peak, writtenAt: 0 })
  }

  #write(now: number): void {
    const current = this.#current()
    if (current.peak <= current.writtenPeak) return
    this.#storage.transact(() => {
      this.#storage.sql`
        INSERT INTO hours (hour, peak, visits, counted_until) VALUES (${current.hour}, 0, 0, 0)
        ON CONFLICT (hour) DO NOTHING`
      this.#count(current.hour, now, current.peak)
    })
    current.writtenPeak = current.peak
    current.writtenAt = now
  }

  #count(hour: number, now: number, peak: number): void {
    const [row] = this.#storage.sql<{ until: number }>`
      SELECT counted_until AS until FROM hours WHERE hour = ${hour}`
    if (!row) return
    // Another person may enter in this millisecond.
    const until = now - 1
    const visits = this.#countEntered(hour, row.until, until)
    this.#storage.sql`
      UPDATE hours SET peak = max(peak, ${peak}), visits = visits + ${visits},
        counted_until = max(counted_until, ${until}) WHERE hour = ${hour}`
  }

  #savedAt(hour: number): number {
    return (hour + 1) * HOUR_MS + (toNumber(this.#schema.room.barId) % SPREAD_MS)
  }
}

function isOffline(change: PersonChange): boolean {
  return change.kind === 'changed' && change.online === false
}

function toNumber(barId: string): number {
  let number = 0
  for (const letter of barId) number = (number * 31 + letter.charCodeAt(0)) >>> 0
  return number
}
