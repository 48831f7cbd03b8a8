import { log } from '#worker/log.ts'
import type { CallPushes } from '#worker/room/board/call-pushes.ts'
import type { CountPushes } from '#worker/room/board/count-pushes.ts'
import type { People } from '#worker/room/people/people.ts'
import type { ExpiringRows } from './expiring-rows.ts'
import type { Outbox } from './outbox.ts'
import type { RoomFile } from './room-file.ts'

const RETRY_MS = 60_000

interface Parts {
  file: RoomFile
  people: People
  outbox: Outbox
  expiringRows: ExpiringRows
  countPushes: CountPushes
  callPushes: CallPushes
  onErased: () => void
}

/**
 * Erases the room's file after the last visit, once the outbox is empty, D1 has the hours, no row is
 * kept for later, and the monitor has confirmed that nobody is here.
 */
export class Teardown {
  readonly #ctx: DurableObjectState
  readonly #parts: Parts

  constructor(ctx: DurableObjectState, parts: Parts) {
    this.#ctx = ctx
    this.#parts = parts
  }

  /**
   * Makes the hours due once nobody is here: D1 must have them before the file is erased. Returns when
   * the alarm must erase it, null if something is left. Call in the transaction of a change, or in the
   * alarm.
   */
  makeReady(now: number): number | null {
    if (!this.#isOver()) return null
    this.#parts.outbox.bringForward('hours')
    return this.#parts.outbox.isEmpty ? now + RETRY_MS : null
  }

  /**
   * Call if `makeReady` has returned a time. Returns at once: no request waits for it, and an alarm that
   * is firing sets itself before.
   */
  eraseIfDone(): void {
    const erasing = Promise.resolve().then(async () => {
      // A rejection inside would reset the object.
      if (this.#isDone()) await this.#ctx.blockConcurrencyWhile(() => this.#erase())
    })
    this.#ctx.waitUntil(erasing.catch(logFailure))
  }

  #erase(): Promise<void> {
    const { file, onErased } = this.#parts
    return file.erase().then(onErased, logFailure)
  }

  #isDone(): boolean {
    return this.#isOver() && this.#parts.outbox.isEmpty
  }

  /** The file of a bar that exists is also kept by rows that outlive the last visit. */
  #isOver(): boolean {
    const { file, people, expiringRows, countPushes, callPushes } = this.#parts
    if (!file.isReady || !people.isEmpty()) return false
    if (!countPushes.isZeroConfirmed || !callPushes.isZeroConfirmed) return false
    return file.isClosed || !expiringRows.keepsFile
  }
}

function logFailure(error: unknown): void {
  log('room_not_erased', { error })
}
