import { log } from '#worker/log.ts'

/** What may ask the room to wake: each says when it is due next, or null for never. */
export type NextDue = (now: number) => number | null

/** What failed is tried again, but not without end at the pace of the alarm. */
const AFTER_FAILURE_MS = 10_000
/** An alarm set for now or earlier inside its own handler is lost locally. */
const SOONEST_MS = 100

/** One alarm for everything that falls due. It only ever moves earlier until it has fired. */
export class Agenda {
  readonly #storage: DurableObjectStorage
  readonly #nextDue: NextDue
  /** When the alarm fires; undefined while this wake has not set it and cannot know. */
  #alarmAt: number | null | undefined

  constructor(storage: DurableObjectStorage, nextDue: NextDue) {
    this.#storage = storage
    this.#nextDue = (now) => {
      try {
        return nextDue(now)
      } catch (error) {
        log('alarm_failed', { error })
        return now + AFTER_FAILURE_MS
      }
    }
  }

  /**
   * Makes sure that the alarm fires by `at`. Called in the turn of the write that makes it due, so
   * that both are one commit.
   */
  wakeBy(at: number, now: number): void {
    if (this.#alarmAt === undefined) return this.#set(Math.min(at, this.#nextDue(now) ?? at), now)
    // One that is late already is about to fire; moving it would put off what it is there for.
    if (this.#alarmAt !== null && this.#alarmAt <= at) return
    this.#set(at, now)
  }

  /** Sets the alarm anew for whatever comes next. Called whenever it has fired. */
  rearm(now: number, hasFailed: boolean): void {
    const due = this.#nextDue(now)
    const next = hasFailed ? Math.max(due ?? 0, now + AFTER_FAILURE_MS) : due
    if (next === null) {
      this.#alarmAt = null
      void this.#storage.deleteAlarm()
    } else {
      this.#set(next, now)
    }
  }

  /** The alarm is gone with everything else that was stored. */
  forget(): void {
    this.#alarmAt = undefined
  }

  #set(at: number, now: number): void {
    this.#alarmAt = Math.max(at, now + SOONEST_MS)
    void this.#storage.setAlarm(this.#alarmAt)
  }
}
