import { log } from '#worker/log.ts'
import { Agenda } from './agenda.ts'
import { toD1AndMonitor } from './copy-target.ts'
import type { Departures } from './departures.ts'
import type { Doorway } from './doorway.ts'
import { Duties } from './duties.ts'
import type { RoomParts } from './parts.ts'
import { ProfileCopy } from './profile-copy.ts'
import { RoomEnd } from './room-end.ts'

/** What the room does when nobody asks: its one alarm, the duties, the copy to D1 and its end. */
export class Upkeep {
  readonly #ctx: DurableObjectState
  readonly #parts: RoomParts
  readonly #duties: Duties
  readonly #copy: ProfileCopy
  readonly #agenda: Agenda
  readonly #end: RoomEnd

  constructor(
    ctx: DurableObjectState,
    env: Env,
    parts: RoomParts,
    { departures, doorway }: { departures: Departures; doorway: Doorway },
  ) {
    this.#ctx = ctx
    this.#parts = parts
    this.#duties = new Duties(parts, departures, doorway)
    const { tables, roster, copied } = parts
    this.#copy = new ProfileCopy(() => tables.barId, roster, toD1AndMonitor(env), copied)
    this.#agenda = new Agenda(ctx.storage, (now) => this.#nextDue(now))
    this.#end = new RoomEnd(ctx, env, parts, { copy: this.#copy, agenda: this.#agenda })
  }

  /** Makes sure that the alarm fires by `at`, in the turn of the write that makes it due. */
  wakeBy(at: number, now: number): void {
    this.#agenda.wakeBy(at, now)
  }

  /** When the alarm fires may have been taken back. */
  forgetAlarm(): void {
    this.#agenda.forget()
  }

  /** Copies a person who changed. The alarm, set in the same commit, is the mark that one is due. */
  noteChange(personId: string, now: number): void {
    this.#copy.mark(personId)
    this.wakeBy(this.#copy.nextDue(now) ?? now, now)
    this.#parts.acts.afterwards(() => this.#copyNow(now))
  }

  /** Gives those whose sockets a restart took the grace of any lost connection. */
  restoreConnected(now: number): void {
    const graceEndsAt = this.#parts.tables.ready ? this.#parts.connected.restore(now) : null
    if (graceEndsAt !== null) this.wakeBy(graceEndsAt, now)
  }

  /** The alarm: does what is due, copies, saves, and is set for what comes next. */
  attend(now: number): void {
    const isDone = this.#duties.attend(now)
    this.#attendCopy(now)
    this.#ctx.waitUntil(this.#parts.attendance.savePast(now))
    this.#agenda.rearm(Date.now(), !isDone)
  }

  #attendCopy(now: number): void {
    try {
      this.#copy.wantComparison(now)
      this.#copy.noteSettled(now)
    } catch (error) {
      log('alarm_failed', { error })
    }
    this.#copyNow(now)
  }

  /** The bar was deleted: ends every visit and leaves nothing behind. */
  close(barId: string): Promise<void> {
    return this.#end.close(barId)
  }

  #nextDue(now: number): number | null {
    const due = [this.#duties.nextDue(now), this.#copy.nextDue(now)].filter((at) => at !== null)
    return due.length > 0 ? Math.min(...due) : null
  }

  /** Not awaited: nothing in the room waits for D1. */
  #copyNow(now: number): void {
    const copying = this.#copy.run(now).then(() => this.#end.whenOver())
    this.#ctx.waitUntil(copying.catch((error) => log('profile_copy_failed', { error })))
  }
}
