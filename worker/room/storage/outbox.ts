import { HOUR_MS } from '#contract/durations.ts'
import { withTimeout } from '#worker/call-timeout.ts'
import type { LogEvent } from '#worker/log.ts'
import { log } from '#worker/log.ts'
import type { RoomStorage } from './storage.ts'

const RETRY_FIRST_MS = 5_000
const RETRY_LAST_MS = 60_000
/** So many failures take about an hour. After that a row is tried hourly. */
const FAILURES_IN_A_ROW = 60

const LANES = ['R2', 'D1'] as const

export type Kind = 'evidence' | 'photo' | 'report' | 'reportNotice' | 'hours'

export type OutboxRow = { id: string; body: string }

/** How rows of one kind reach their target. A repetition must change nothing. */
interface Delivery {
  lane: (typeof LANES)[number]
  /** Rows in one attempt. */
  atOnce: number
  /** Logged. */
  failure: LogEvent
  send: (rows: readonly OutboxRow[]) => Promise<unknown>
  /** Called in the transaction that removes the rows. */
  onConfirmed?: (rows: readonly OutboxRow[], outbox: Outbox) => void
  afterCommit?: () => void
}

export type Deliveries = Readonly<Record<Kind, Delivery>>

interface Lane {
  kinds: Kind[]
  isRunning: boolean
  failures: number
  retryAt: number
}

interface Parts {
  storage: RoomStorage
  isReady: () => boolean
  waitUntil: (promise: Promise<unknown>) => void
  onSent: () => void
}

/**
 * Transactional outbox for R2 and D1: a change adds a row in its transaction, and the room sends it
 * after the commit and by the alarm until the target confirms it. Each target has a lane with its own
 * retries. Within a lane only a photo waits for another row: for the evidence that shows it.
 */
export class Outbox {
  readonly #parts: Parts
  readonly #deliveries: Deliveries
  readonly #lanes: readonly Lane[]

  constructor(parts: Parts, deliveries: Deliveries) {
    this.#parts = parts
    this.#deliveries = deliveries
    const kinds = Object.keys(deliveries) as Kind[]
    this.#lanes = LANES.map((lane) => ({
      kinds: kinds.filter((kind) => deliveries[kind].lane === lane),
      isRunning: false,
      failures: 0,
      retryAt: 0,
    }))
  }

  /** Call in the transaction of the change. A repeated kind and id adds nothing. */
  add(kind: Kind, id: string, body = '', dueAt = 0): void {
    this.#parts.storage.sql`
      INSERT OR IGNORE INTO outbox (kind, id, waits_for, due_at, failures, body)
      VALUES (${kind}, ${id}, NULL, ${dueAt}, 0, ${body})`
  }

  /** Makes rows due that were added for later. Those that failed keep their pace. */
  bringForward(kind: Kind): void {
    this.#parts.storage.sql`
      UPDATE outbox SET due_at = 0 WHERE kind = ${kind} AND due_at > 0 AND failures = 0`
  }

  /** The photo waits while evidence shows it. Its path is random, so nothing else contains it. */
  addPhoto(path: string): void {
    this.#parts.storage.sql`
      INSERT OR IGNORE INTO outbox (kind, id, waits_for, due_at, failures, body)
      VALUES ('photo', ${path}, (SELECT id FROM outbox WHERE kind = 'evidence'
        AND instr(body, ${path}) > 0 LIMIT 1), 0, 0, '')`
  }

  /** Call in the transaction that removes the evidence. Other evidence may show the photos too. */
  freePhotosOf(evidenceId: string): void {
    const { sql } = this.#parts.storage
    const freed = sql<{ id: string }>`
      DELETE FROM outbox WHERE kind = 'photo' AND waits_for = ${evidenceId} RETURNING id`
    for (const { id } of freed) this.addPhoto(id)
  }

  /** Call when the bar is deleted: its photos must still be erased, and nothing else is sent. */
  keepPhotosAlone(): void {
    const { sql } = this.#parts.storage
    sql`DELETE FROM outbox WHERE kind <> 'photo'`
    sql`UPDATE outbox SET waits_for = NULL WHERE waits_for IS NOT NULL`
  }

  get isEmpty(): boolean {
    return this.#parts.storage.sql`SELECT 1 FROM outbox LIMIT 1`.length === 0
  }

  /** When the alarm must try; null if nothing is left. A commit tries at once, but the room may die. */
  nextDue(now: number): number | null {
    if (!this.#parts.isReady()) return null
    const rows = this.#parts.storage.sql<{ kind: Kind; at: number }>`
      SELECT kind, min(due_at) AS at FROM outbox WHERE waits_for IS NULL GROUP BY kind`
    const due = rows.map(({ kind, at }) => {
      const lane = this.#lanes.find(({ kinds }) => kinds.includes(kind))
      return Math.max(at, lane?.retryAt ?? 0, now + RETRY_FIRST_MS)
    })
    return due.length > 0 ? Math.min(...due) : null
  }

  /** Starts what is due and returns: no request and no alarm waits for R2 or D1. */
  runSoon(): void {
    for (const lane of this.#lanes) {
      if (lane.isRunning) continue
      lane.isRunning = true
      const running = Promise.resolve().then(() => this.#run(lane))
      this.#parts.waitUntil(running.catch((error: unknown) => log('outbox_failed', { error })))
    }
  }

  async #run(lane: Lane): Promise<void> {
    try {
      while (this.#parts.isReady() && lane.retryAt <= Date.now()) {
        if (!(await this.#sendNext(lane))) return
      }
    } finally {
      lane.isRunning = false
    }
  }

  /** Resolves to false if nothing is due, or an attempt failed. */
  async #sendNext(lane: Lane): Promise<boolean> {
    for (const kind of lane.kinds) {
      const rows = this.#listDue(kind)
      if (rows.length > 0) return this.#try(lane, kind, rows)
    }
    return false
  }

  /** Rows that failed less often come first: one that cannot be sent does not stop the others. */
  #listDue(kind: Kind): OutboxRow[] {
    return this.#parts.storage.sql<OutboxRow>`
      SELECT id, body FROM outbox
      WHERE kind = ${kind} AND waits_for IS NULL AND due_at <= ${Date.now()}
      ORDER BY failures LIMIT ${this.#deliveries[kind].atOnce}`
  }

  async #try(lane: Lane, kind: Kind, rows: readonly OutboxRow[]): Promise<boolean> {
    const { send, failure } = this.#deliveries[kind]
    try {
      await withTimeout(send(rows))
      this.#confirm(kind, rows)
    } catch (error) {
      // The file of a deleted bar may be gone.
      if (!this.#parts.isReady()) return false
      lane.retryAt = Date.now() + Math.min(RETRY_FIRST_MS * 2 ** lane.failures, RETRY_LAST_MS)
      lane.failures += 1
      log(failure, { error })
      this.#noteFailure(kind, rows)
      return false
    }
    lane.failures = 0
    this.#parts.onSent()
    return true
  }

  #confirm(kind: Kind, rows: readonly OutboxRow[]): void {
    const { storage } = this.#parts
    const { onConfirmed, afterCommit } = this.#deliveries[kind]
    const isKept = storage.transact(() => {
      const removed = storage.sql`
        DELETE FROM outbox WHERE kind = ${kind} AND id IN (SELECT value FROM json_each(${idsOf(rows)}))
        RETURNING id`
      // The end of the bar may have removed them meanwhile.
      if (removed.length > 0) onConfirmed?.(rows, this)
      return removed.length > 0
    })
    if (isKept) afterCommit?.()
  }

  #noteFailure(kind: Kind, rows: readonly OutboxRow[]): void {
    const inAnHour = Date.now() + HOUR_MS
    this.#parts.storage.sql`
      UPDATE outbox SET failures = failures + 1,
        due_at = iif(failures < ${FAILURES_IN_A_ROW}, 0, ${inAnHour})
      WHERE kind = ${kind} AND id IN (SELECT value FROM json_each(${idsOf(rows)}))`
  }
}

function idsOf(rows: readonly OutboxRow[]): string {
  return JSON.stringify(rows.map(({ id }) => id))
}
