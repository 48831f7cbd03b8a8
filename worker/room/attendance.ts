import { HOUR_MS, toHour } from '#contract/bar-hours.ts'
import type { Fact } from '#contract/protocol.ts'
import type { CountedHour } from '#worker/db/bar-hours.ts'
import { log } from '#worker/log.ts'
import type { Sql } from '#worker/rim/sql.ts'
import type { Directory } from './directory.ts'
import type { Tables } from './tables.ts'

/** In a rush a higher peak is written down at most this often; the last of it with the hour's end. */
const WRITTEN_EVERY_MS = 60_000
/** Not all bars at the full hour: they share one database. */
const SPREAD_MS = 5 * 60_000
const RETRY_MS = 60_000

type Save = (barId: string, hours: CountedHour[]) => Promise<void>

/**
 * Counts how full the bar is, hour by hour, and saves each hour once. How many came is read off the
 * people themselves, whose ids outlive their visits; only the peak is written down. A bar in which
 * nobody is online has no hour to count and wakes for none.
 */
export class Attendance {
  readonly #sql: Sql
  readonly #tables: Tables
  readonly #directory: Directory
  readonly #save: Save
  #hour = 0
  #peak = 0
  #written = 0
  #writtenAt = 0
  #isAwake = false
  #retryAt: number | null = null
  #saving: Promise<unknown> = Promise.resolve()

  constructor(sql: Sql, tables: Tables, directory: Directory, save: Save) {
    this.#sql = sql
    this.#tables = tables
    this.#directory = directory
    this.#save = save
  }

  /** Hears what happens to people, after it has happened. Says when the room should wake for it. */
  note(facts: readonly Fact[], now: number): number | null {
    if (!this.#tables.ready) return null
    const { online } = this.#directory.counts
    // Before the first news of a wake the bar was as it had been all the time that the room slept.
    const before = this.#isAwake ? 0 : online - changeBy(facts)
    this.#isAwake = true
    return this.#reach(Math.max(online, before), now)
  }

  /** When an hour that has passed is to be saved; null where nobody was there. */
  nextDue(now: number): number | null {
    if (this.#retryAt !== null) return Math.max(this.#retryAt, now)
    const [row] = this.#sql<{ hour: number | null }>`SELECT min(hour) AS hour FROM attendance`
    return row?.hour == null ? null : this.#savedAt(row.hour)
  }

  /** When saving that has failed is tried again. */
  retryAt(now: number): number {
    return this.#retryAt ?? now + RETRY_MS
  }

  /** What is counted and not saved, the hour that is going on included. */
  unsaved(now: number): CountedHour[] {
    if (!this.#tables.ready) return []
    this.#writeDown(now)
    return this.#counted(() => true)
  }

  /** Reads every person for each hour that is wanted. */
  #counted(isWanted: (hour: number) => boolean): CountedHour[] {
    const hours = this.#sql<{ hour: number; peak: number }>`
      SELECT hour, peak FROM attendance ORDER BY hour`.filter(({ hour }) => isWanted(hour))
    return hours.map(({ hour, peak }) => {
      const [row] = this.#sql<{ visits: number; life: number | null }>`
        SELECT count(*) AS visits, min(entered_at) AS life FROM bar_profiles
        WHERE entered_at >= ${hour * HOUR_MS} AND entered_at < ${(hour + 1) * HOUR_MS}`
      return { hour, peak, visits: row?.visits ?? 0, life: row?.life ?? 0 }
    })
  }

  /** Saves the hours that have passed, and goes on counting where somebody is there. */
  async savePast(now: number): Promise<void> {
    try {
      await this.#savePast(now)
    } catch (error) {
      log('attendance_not_saved', { error }) // no other duty of the room waits for a number
    }
  }

  async #savePast(now: number): Promise<void> {
    if (!this.#tables.ready) return
    if (this.#retryAt !== null && this.#retryAt <= now) this.#retryAt = null
    if (this.#directory.counts.online > 0) this.#reach(this.#directory.counts.online, now)
    // An hour that is going on has its own pace; every alarm would be a row.
    if (toHour(now) !== this.#hour) this.#writeDown(now)
    const past = this.#counted((hour) => this.#savedAt(hour) <= now)
    await this.#saveAll(past, now)
  }

  /** Saves everything, because the room is about to forget it. False where that failed. */
  saveRest(now: number): Promise<boolean> {
    return this.#saveAll(this.unsaved(now), now)
  }

  /** What was counted has gone with everything else that was stored. */
  forget(): void {
    this.#hour = 0
    this.#peak = 0
    this.#written = 0
  }

  /** Resolves when nothing is on its way to be saved. */
  async settled(): Promise<void> {
    await this.#saving
  }

  #saveAll(hours: CountedHour[], now: number): Promise<boolean> {
    const saving = this.#trySave(hours, now)
    this.#saving = saving
    return saving
  }

  async #trySave(hours: CountedHour[], now: number): Promise<boolean> {
    const { barId } = this.#tables
    const last = hours.at(-1)
    if (!last || barId === null) return true
    // Who comes while this is under way is still counted: the hour is saved again.
    this.#retryAt = now + RETRY_MS
    try {
      await this.#save(barId, hours)
    } catch (error) {
      log('attendance_not_saved', { barId, error })
      return false
    }
    this.#retryAt = null
    if (this.#tables.ready) {
      const current = toHour(now)
      this.#sql`DELETE FROM attendance WHERE hour <= ${last.hour} AND hour < ${current}`
    }
    return true
  }

  #reach(online: number, now: number): number | null {
    const hour = toHour(now)
    if (hour !== this.#hour) this.#begin(hour, now)
    if (online <= this.#peak) return null
    this.#peak = online
    const isNew = this.#written === 0
    if (isNew || now - this.#writtenAt >= WRITTEN_EVERY_MS) this.#writeDown(now)
    return isNew ? this.#savedAt(hour) : null
  }

  #begin(hour: number, now: number): void {
    this.#writeDown(now)
    const [row] = this.#sql<{ peak: number }>`SELECT peak FROM attendance WHERE hour = ${hour}`
    this.#hour = hour
    this.#peak = row?.peak ?? 0
    this.#written = this.#peak
    this.#writtenAt = 0
  }

  #writeDown(now: number): void {
    if (this.#peak <= this.#written) return
    this.#sql`
      INSERT INTO attendance (hour, peak) VALUES (${this.#hour}, ${this.#peak})
      ON CONFLICT (hour) DO UPDATE SET peak = excluded.peak`
    this.#written = this.#peak
    this.#writtenAt = now
  }

  #savedAt(hour: number): number {
    return (hour + 1) * HOUR_MS + (toNumber(this.#tables.barId ?? '') % SPREAD_MS)
  }
}

/** By how many the news have changed the number of people online. */
function changeBy(facts: readonly Fact[]): number {
  const changes = facts.map((fact): number => {
    if (fact.kind === 'entered') return 1
    // Whoever left may have been offline before; one too many for a moment is no more than that.
    if (fact.kind === 'left') return 0
    return fact.kind === 'presence' ? (fact.person.online ? 1 : -1) : 0
  })
  return changes.reduce((sum, change) => sum + change, 0)
}

function toNumber(barId: string): number {
  let number = 0
  for (const letter of barId) number = (number * 31 + letter.charCodeAt(0)) >>> 0
  return number
}
