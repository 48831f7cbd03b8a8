import { toHour } from '#contract/bar-hours.ts'
import { HOUR_MS } from '#contract/durations.ts'
import type { CountedHour } from '#worker/db/bar-hours.ts'
import type { PeopleIndex } from '#worker/room/people/people-index.ts'
import type { Outbox } from '#worker/room/storage/outbox.ts'
import type { RoomFile } from '#worker/room/storage/room-file.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

const PEAK_EVERY_MS = 60_000
/** All bars share one database, so they save at different times. */
const SPREAD_MS = 5 * 60_000

interface Parts {
  file: RoomFile
  index: Pick<PeopleIndex, 'counts'>
  outbox: Pick<Outbox, 'add'>
  save: (barId: string, hours: CountedHour[]) => Promise<void>
}

/**
 * Counts the visits and the peak of each hour. A visit counts for the hour in which it began: by its
 * own row while it lasts, and by the hour's row after its end. The alarm takes the peak. The outbox
 * sends an hour to D1 when it has passed, or when the last visit has ended.
 */
export class Occupancy {
  readonly #storage: RoomStorage
  readonly #parts: Parts
  readonly #sent = new Map<number, CountedHour>()
  #peakWrittenAt = 0

  constructor(storage: RoomStorage, parts: Parts) {
    this.#storage = storage
    this.#parts = parts
  }

  /** Call in the transaction in which the visit begins. */
  noteEntered(now: number): void {
    const hour = toHour(now)
    this.#storage.sql`INSERT OR IGNORE INTO hours (hour, peak, ended_visits) VALUES (${hour}, 1, 0)`
    this.#queue(hour)
  }

  /** Call in the transaction that erases the visit. Hours that D1 has confirmed have no row. */
  noteEnd(enteredAt: number): void {
    this.#storage.sql`
      UPDATE hours SET ended_visits = ended_visits + 1 WHERE hour = ${toHour(enteredAt)}`
  }

  /** The alarm calls this. Writes a higher peak at most once a minute. */
  takePeak(now: number): void {
    const { file, index } = this.#parts
    const { online } = index.counts
    if (file.isClosed || online === 0 || now - this.#peakWrittenAt < PEAK_EVERY_MS) return
    const hour = toHour(now)
    const isWritten = this.#storage.transact(() => {
      const rows = this.#storage.sql`
        INSERT INTO hours (hour, peak, ended_visits) VALUES (${hour}, ${online}, 0)
        ON CONFLICT (hour) DO UPDATE SET peak = excluded.peak WHERE excluded.peak > peak
        RETURNING hour`
      if (rows.length > 0) this.#queue(hour)
      return rows.length > 0
    })
    if (isWritten) this.#peakWrittenAt = now
  }

  /** The hours that D1 does not have yet, as they are at `now`. */
  unsaved(now: number): CountedHour[] {
    const { file, index } = this.#parts
    if (!file.isReady) return []
    const { online } = index.counts
    return this.#list().map((counted) =>
      counted.hour === toHour(now) ? { ...counted, peak: Math.max(counted.peak, online) } : counted,
    )
  }

  async save(hours: readonly number[]): Promise<void> {
    const counted = this.#list().filter(({ hour }) => hours.includes(hour))
    for (const one of counted) this.#sent.set(one.hour, one)
    const { file, save } = this.#parts
    await save(file.barId, counted)
  }

  /** Call in the transaction that confirms these hours. One that changed meanwhile is sent again. */
  confirm(hours: readonly number[], now: number): void {
    for (const { hour, peak, visits } of this.#list().filter(({ hour }) => hours.includes(hour))) {
      const sent = this.#sent.get(hour)
      if (sent?.peak !== peak || sent.visits !== visits) this.#queue(hour)
      else if (hour < toHour(now)) this.#storage.sql`DELETE FROM hours WHERE hour = ${hour}`
    }
  }

  #queue(hour: number): void {
    const { file, outbox } = this.#parts
    const dueAt = (hour + 1) * HOUR_MS + (toNumber(file.barId) % SPREAD_MS)
    outbox.add('hours', `${hour}`, '', dueAt)
  }

  #list(): CountedHour[] {
    const hours = this.#storage.sql<{ hour: number; peak: number; visits: number }>`
      SELECT hour, peak, ended_visits + (SELECT count(*) FROM bar_profiles
        WHERE entered_at >= hour * ${HOUR_MS} AND entered_at < (hour + 1) * ${HOUR_MS}) AS visits
      FROM hours ORDER BY hour`
    const { madeAt } = this.#parts.file
    return hours.map((counted) => ({ ...counted, life: counted.visits > 0 ? madeAt : 0 }))
  }
}

function toNumber(barId: string): number {
  let number = 0
  for (const letter of barId) number = (number * 31 + letter.charCodeAt(0)) >>> 0
  return number
}
