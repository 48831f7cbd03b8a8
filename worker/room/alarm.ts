import { log } from '#worker/log.ts'
import type { CallPushes } from './board/call-pushes.ts'
import type { CountPushes } from './board/count-pushes.ts'
import type { Occupancy } from './board/occupancy.ts'
import type { Presence } from './people/presence.ts'
import type { Sockets } from './sockets/sockets.ts'
import type { ExpiringRows } from './storage/expiring-rows.ts'
import type { Outbox } from './storage/outbox.ts'
import type { Teardown } from './storage/teardown.ts'

const AFTER_FAILURE_MS = 10_000
/** workerd loses an alarm that its own handler sets for now or earlier. */
const SOONEST_MS = 100

/** Runs the work that is due at `now`. Returns when it is due next; null for never. */
export type Deadline = (now: number) => number | null

/** The room's one alarm. It only moves earlier until it fires; then the deadlines set its next time. */
export class Alarm {
  readonly #storage: DurableObjectStorage
  #at: number | null = null
  #isFiring = false

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  async restore(): Promise<void> {
    this.#at = await this.#storage.getAlarm()
  }

  /** Call before the next await after the write that makes it due: both are stored together. */
  wakeBy(at: number): void {
    if (this.#at !== null && this.#at <= at) return
    this.#at = Math.max(at, Date.now() + SOONEST_MS)
    if (!this.#isFiring) void this.#storage.setAlarm(this.#at)
  }

  /** After a rollback the alarm's time is unknown: it fires at once. `fire` sets it in any case. */
  wakeAfterRollback(): void {
    if (this.#isFiring) return
    this.#at = null
    this.wakeBy(Date.now())
  }

  /** True while deadlines run: the later ones see a change of now, so nobody needs to set the alarm. */
  get isFiring(): boolean {
    return this.#isFiring
  }

  forget(): void {
    this.#at = null
  }

  /** One failing deadline does not stop the others. */
  fire(deadlines: readonly Deadline[]): void {
    this.#at = null
    this.#isFiring = true
    const now = Date.now()
    const next = deadlines.map((run) => {
      try {
        return run(now)
      } catch (error) {
        log('alarm_failed', { error })
        return now + AFTER_FAILURE_MS
      }
    })
    const times = next.filter((at): at is number => Number.isFinite(at))
    if (times.length > 0) this.wakeBy(Math.min(...times))
    this.#isFiring = false
    if (this.#at !== null) void this.#storage.setAlarm(this.#at)
  }
}

interface Parts {
  presence: Presence
  sockets: Sockets
  expiringRows: ExpiringRows
  occupancy: Occupancy
  outbox: Pick<Outbox, 'runSoon' | 'nextDue'>
  teardown: Pick<Teardown, 'makeReady' | 'eraseIfDone'>
  endVisitsAndGraces: Deadline
  publishAway: Deadline
  remindOfCalls: Deadline
  callPushes: CallPushes
  countPushes: CountPushes
}

export function deadlinesOf(parts: Parts): Deadline[] {
  const { presence, expiringRows, occupancy, outbox, teardown } = parts
  return [
    (now) => {
      presence.retryDisconnects(now)
      return null
    },
    (now) => {
      presence.closeSilent(now)
      return presence.nextSilentAt()
    },
    parts.endVisitsAndGraces,
    parts.publishAway,
    parts.remindOfCalls,
    (now) => parts.callPushes.pushChanged(now),
    (now) => parts.countPushes.pushChanged(now),
    (now) => {
      expiringRows.erase(now)
      return expiringRows.nextDue()
    },
    (now) => {
      occupancy.takePeak(now)
      return null
    },
    (now) => {
      const erasesAt = teardown.makeReady(now)
      if (erasesAt !== null) teardown.eraseIfDone()
      return erasesAt
    },
    (now) => {
      const sendsAt = outbox.nextDue(now)
      if (sendsAt !== null) outbox.runSoon()
      return sendsAt
    },
  ]
}
