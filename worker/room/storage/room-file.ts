import * as v from 'valibot'
import type { BarTotals, PushedCalls } from '#worker/monitor/pushed-counts.ts'
import type { Sql } from '#worker/object-sql.ts'
import type { EntryCodeSetting } from '#worker/policy/entry-code.ts'
import { createTables, toShape } from './schema.ts'
import type { RoomStorage } from './storage.ts'

const NO_CODE: EntryCodeSetting = {
  isOn: false,
  until: null,
  renewals: 0,
  state: null,
  timeZone: null,
}

const entryCodeSchema = v.object({
  isOn: v.boolean(),
  until: v.nullable(v.number()),
  renewals: v.number(),
  state: v.nullable(v.string()),
  timeZone: v.nullable(v.string()),
})

/** Stands for the numbers that the monitor has, after a push without an answer. No count equals it. */
export const UNKNOWN = -1

interface Pushed extends BarTotals {
  at: number
}

type RoomRow = {
  shape: string
  barId: string
  madeAt: number
  isPaused: number
  isClosed: number
  pushedOnline: number
  pushedTotal: number
  pushedAt: number
  pushedCalls: number
  callsPushedAt: number
  reportsNotifiedAt: number
  newCallsNotifiedAt: number
  entryCode: string
}

/**
 * The room's SQLite file: whether it is there, and its one row of what the room knows of itself. Nothing
 * is written before D1 knows the bar. The getters of the row throw before `create`.
 */
export class RoomFile {
  readonly #storage: RoomStorage
  readonly #deleteAll: () => Promise<void>
  readonly #create: (sql: Sql) => void
  readonly #shape: string
  readonly #exists: () => boolean
  readonly #row: () => RoomRow | null
  #isShut = false

  constructor(storage: RoomStorage, deleteAll: () => Promise<void>, create = createTables) {
    this.#storage = storage
    this.#deleteAll = deleteAll
    this.#create = create
    this.#shape = toShape(create)
    this.#exists = storage.cache(() => this.#readExists())
    this.#row = storage.cache(() => this.#readRow())
  }

  /** Call before anything else: a file of another shape is erased. */
  async eraseOtherShape(): Promise<void> {
    if (!this.exists && this.#hasTables) await this.#deleteAll()
  }

  get isReady(): boolean {
    return !this.#isShut && this.#row() !== null
  }

  /** True once the bar was deleted: the room admits no person and finds no visit. */
  get isClosed(): boolean {
    return this.#row()?.isClosed === 1
  }

  /** Stays true while the file is being erased. */
  get exists(): boolean {
    return this.#exists()
  }

  get barId(): string {
    return this.#known.barId
  }

  get madeAt(): number {
    return this.#known.madeAt
  }

  get isPaused(): boolean {
    return this.#known.isPaused === 1
  }

  /** The numbers that the monitor has confirmed last, or `UNKNOWN`. */
  get pushed(): Pushed {
    const { pushedOnline: online, pushedTotal: total, pushedAt: at } = this.#known
    return { online, total, at }
  }

  /** The number of unresolved calls for help that the monitor has confirmed last, or `UNKNOWN`. */
  get pushedCalls(): Pick<PushedCalls, 'calls' | 'at'> {
    const { pushedCalls: calls, callsPushedAt: at } = this.#known
    return { calls, at }
  }

  /** When the phones of the staff were last notified of a report; 0: never. */
  get reportsNotifiedAt(): number {
    return this.#known.reportsNotifiedAt
  }

  /** When the phones of the staff were last notified of a newcomer's call for help; 0: never. */
  get newCallsNotifiedAt(): number {
    return this.#known.newCallsNotifiedAt
  }

  get entryCode(): EntryCodeSetting {
    return v.parse(entryCodeSchema, JSON.parse(this.#known.entryCode))
  }

  /** Call in the transaction of the first visit. */
  create(barId: string, entryCode: EntryCodeSetting = NO_CODE): void {
    if (this.#row()) return
    const { sql } = this.#storage
    this.#create(sql)
    sql`
      INSERT INTO room (id, shape, bar_id, made_at, is_paused, is_closed, connected,
        reports_notified_at, new_calls_notified_at, entry_code, pushed_online, pushed_total, pushed_at, pushed_calls, calls_pushed_at)
      VALUES (1, ${this.#shape}, ${barId}, ${Date.now()}, 0, 0, '[]',
        0, 0, ${JSON.stringify(entryCode)}, 0, 0, 0, 0, 0)`
    this.#storage.dropCaches()
  }

  setPaused(isPaused: boolean): void {
    this.#storage.sql`UPDATE room SET is_paused = ${Number(isPaused)}`
    this.#note({ isPaused: Number(isPaused) })
  }

  setClosed(): void {
    this.#storage.sql`UPDATE room SET is_closed = 1`
    this.#note({ isClosed: 1 })
  }

  setEntryCode(entryCode: EntryCodeSetting): void {
    const text = JSON.stringify(entryCode)
    this.#storage.sql`UPDATE room SET entry_code = ${text}`
    this.#note({ entryCode: text })
  }

  setReportsNotifiedAt(at: number): void {
    this.#storage.sql`UPDATE room SET reports_notified_at = ${at}`
    this.#note({ reportsNotifiedAt: at })
  }

  setNewCallsNotifiedAt(at: number): void {
    this.#storage.sql`UPDATE room SET new_calls_notified_at = ${at}`
    this.#note({ newCallsNotifiedAt: at })
  }

  setPushed({ online, total, at }: Pushed): void {
    this.#storage.sql`
      UPDATE room SET pushed_online = ${online}, pushed_total = ${total}, pushed_at = ${at}`
    this.#note({ pushedOnline: online, pushedTotal: total, pushedAt: at })
  }

  setPushedCalls({ calls, at }: Pick<PushedCalls, 'calls' | 'at'>): void {
    this.#storage.sql`UPDATE room SET pushed_calls = ${calls}, calls_pushed_at = ${at}`
    this.#note({ pushedCalls: calls, callsPushedAt: at })
  }

  /** Erases the whole file: a deleted row's bytes would stay in it. Deletes the alarm too. */
  async erase(): Promise<void> {
    this.#isShut = true
    try {
      await this.#deleteAll()
    } finally {
      this.#isShut = false
      this.#storage.dropCaches()
    }
  }

  get #known(): RoomRow {
    const row = this.#row()
    if (!row) throw new Error('the room does not know its bar')
    return row
  }

  get #hasTables(): boolean {
    return this.#storage.sql`SELECT 1 FROM sqlite_master WHERE name = 'room'`.length > 0
  }

  #readExists(): boolean {
    const { sql } = this.#storage
    const columns = sql`SELECT 1 FROM pragma_table_info('room') WHERE name = 'shape' LIMIT 1`
    if (columns.length === 0) return false
    return sql<{ shape: string }>`SELECT shape FROM room`[0]?.shape === this.#shape
  }

  /** Updates the cached row alone: dropping all caches would read every person again. */
  #note(changes: Partial<RoomRow>): void {
    Object.assign(this.#row() ?? {}, changes)
  }

  #readRow(): RoomRow | null {
    if (!this.exists) return null
    const [row] = this.#storage.sql<RoomRow>`
      SELECT shape, bar_id AS barId, made_at AS madeAt, is_paused AS isPaused,
        is_closed AS isClosed, entry_code AS entryCode, reports_notified_at AS reportsNotifiedAt,
        new_calls_notified_at AS newCallsNotifiedAt,
        pushed_online AS pushedOnline, pushed_total AS pushedTotal, pushed_at AS pushedAt,
        pushed_calls AS pushedCalls, calls_pushed_at AS callsPushedAt FROM room`
    return row ?? null
  }
}
