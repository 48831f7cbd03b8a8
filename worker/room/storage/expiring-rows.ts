import { HOUR_MS } from '#contract/durations.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Blocks } from '#worker/room/safety/blocks.ts'
import type { RoomStorage } from './storage.ts'

const PHONE_TRIES_MS = HOUR_MS

/** How long the room keeps the rows that expire a fixed time after they were written. */
export class ExpiringRows {
  readonly #storage: RoomStorage
  readonly #blocks: Blocks

  constructor(storage: RoomStorage, blocks: Blocks) {
    this.#storage = storage
    this.#blocks = blocks
  }

  erase(now: number): void {
    const { sql } = this.#storage
    sql`DELETE FROM phone_tries WHERE at <= ${now - PHONE_TRIES_MS}`
    sql`DELETE FROM abuse_counts WHERE at <= ${now - TIMINGS.misbehavedMs}`
    sql`DELETE FROM entry_code_tries WHERE at <= ${now - TIMINGS.entryCodeTriesMs}`
    sql`DELETE FROM removals WHERE removed_at <= ${now - TIMINGS.removalMs}`
    sql`DELETE FROM reports WHERE reported_at <= ${now - TIMINGS.reportMs}`
    this.#blocks.eraseUntil(now - TIMINGS.blockMs)
  }

  /** When the next row expires; null without rows. */
  nextDue(): number | null {
    const [row] = this.#storage.sql<Record<string, number | null>>`
      SELECT (SELECT min(at) + ${PHONE_TRIES_MS} FROM phone_tries) AS phoneTry,
        (SELECT min(at) + ${TIMINGS.misbehavedMs} FROM abuse_counts) AS abuse,
        (SELECT min(at) + ${TIMINGS.entryCodeTriesMs} FROM entry_code_tries) AS entryCodeTry,
        (SELECT min(removed_at) + ${TIMINGS.removalMs} FROM removals) AS removal,
        (SELECT min(reported_at) + ${TIMINGS.reportMs} FROM reports) AS report,
        (SELECT min(blocked_at) + ${TIMINGS.blockMs} FROM blocks) AS block`
    const times = Object.values(row ?? {}).filter((at) => at !== null)
    return times.length > 0 ? Math.min(...times) : null
  }

  /** Abuse counts, wrong codes, bans, reports and blocks outlive the last visit; phone tries do not. */
  get keepsFile(): boolean {
    const rows = this.#storage.sql`
      SELECT 1 FROM abuse_counts UNION ALL SELECT 1 FROM entry_code_tries
      UNION ALL SELECT 1 FROM removals UNION ALL SELECT 1 FROM reports
      UNION ALL SELECT 1 FROM blocks LIMIT 1`
    return rows.length > 0
  }
}
