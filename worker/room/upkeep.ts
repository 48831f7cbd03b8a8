import { log } from '#worker/log.ts'
import { erasePhotos } from '#worker/media/erase-many.ts'
import { monitorOf } from '#worker/monitor/stub.ts'
import { Agenda } from './agenda.ts'
import type { Departures } from './departures.ts'
import type { Doorway } from './doorway.ts'
import { Duties } from './duties.ts'
import type { RoomParts } from './parts.ts'
import { RepeatedEffect } from './repeated-effect.ts'
import { RoomEnd } from './room-end.ts'

/**
 * What the room does when nobody asks: its one alarm, the duties, and the effects that must happen
 * outside of it, down to the erasure of its own file.
 */
export class Upkeep {
  readonly #ctx: DurableObjectState
  readonly #env: Env
  readonly #parts: RoomParts
  readonly #duties: Duties
  readonly #agenda: Agenda
  readonly #end: RoomEnd
  readonly #photos: RepeatedEffect
  readonly #listing: RepeatedEffect
  readonly #erasure: RepeatedEffect
  #runsSoon = false

  constructor(
    ctx: DurableObjectState,
    env: Env,
    parts: RoomParts,
    { departures, doorway }: { departures: Departures; doorway: Doorway },
  ) {
    this.#ctx = ctx
    this.#env = env
    this.#parts = parts
    this.#duties = new Duties(parts, departures, doorway)
    this.#agenda = new Agenda(ctx.storage, (now) => this.#nextDue(now))
    this.#end = new RoomEnd(ctx, env, parts, this.#agenda)
    const { tables, photos } = parts
    this.#photos = new RepeatedEffect(
      () => tables.ready && !photos.isEmpty,
      () => this.#eraseNextPhotos(),
      'photo_not_erased',
    )
    this.#listing = new RepeatedEffect(
      () => tables.ready && tables.isListed !== parts.due.hasPeople,
      () => this.#listBar(),
      'bar_not_listed',
    )
    const mayErase = () => this.#end.isOver && this.#photos.isDone && this.#listing.isDone
    this.#erasure = new RepeatedEffect(
      mayErase,
      () => this.#end.eraseFile(mayErase),
      'room_not_erased',
    )
  }

  /** Makes sure that the alarm fires by `at`, in the turn of the write that makes it due. */
  wakeBy(at: number, now: number): void {
    this.#agenda.wakeBy(at, now)
  }

  /** When the alarm fires may have been taken back. */
  forgetAlarm(): void {
    this.#agenda.forget()
  }

  /** Runs the effects that a change has made due, after its commit. Called within the change. */
  noteEffects(now: number): void {
    const at = this.#effectsDue(now)
    if (at !== null) this.wakeBy(at, now)
    this.#parts.acts.afterwards(() => this.#runSoon())
  }

  /** Gives those whose sockets a restart took the grace of any lost connection. */
  restoreConnected(now: number): void {
    const graceEndsAt = this.#parts.tables.ready ? this.#parts.connected.restore(now) : null
    if (graceEndsAt !== null) this.wakeBy(graceEndsAt, now)
  }

  /** The alarm: does what is due, runs the effects, saves, and is set for what comes next. */
  attend(now: number): void {
    const isDone = this.#duties.attend(now)
    this.#runSoon()
    this.#ctx.waitUntil(this.#parts.attendance.savePast(now))
    this.#agenda.rearm(Date.now(), !isDone)
  }

  /** The bar was deleted: ends every visit and leaves nothing behind. */
  close(barId: string): Promise<void> {
    return this.#end.close(barId, () =>
      Promise.all([this.#photos, this.#listing, this.#erasure].map((effect) => effect.stopped())),
    )
  }

  #nextDue(now: number): number | null {
    return earliest([this.#duties.nextDue(now), this.#effectsDue(now)])
  }

  #effectsDue(now: number): number | null {
    return earliest(
      [this.#photos, this.#listing, this.#erasure].map((effect) => effect.nextDue(now)),
    )
  }

  /** Once a turn, however many changes it makes. Not awaited: nobody waits for R2 or the monitor. */
  #runSoon(): void {
    if (this.#runsSoon) return
    this.#runsSoon = true
    const running = Promise.resolve().then(() => {
      this.#runsSoon = false
      return this.#runEffects(Date.now())
    })
    this.#ctx.waitUntil(running.catch((error) => log('alarm_failed', { error })))
  }

  async #runEffects(now: number): Promise<void> {
    await Promise.all([this.#photos.run(now), this.#listing.run(now)])
    await this.#erasure.run(now)
  }

  async #eraseNextPhotos(): Promise<void> {
    const { photos } = this.#parts
    const paths = photos.next()
    await erasePhotos(this.#env, paths)
    photos.confirm(paths)
  }

  /** Puts the bar on the monitor's list, or takes it off. What changed meanwhile is due again. */
  async #listBar(): Promise<void> {
    const { tables, due } = this.#parts
    const { barId } = tables
    const { hasPeople } = due
    if (barId === null) throw new Error('a room without a bar')
    await monitorOf(this.#env).noteRoom(barId, hasPeople)
    tables.setListed(hasPeople)
  }
}

function earliest(moments: (number | null)[]): number | null {
  const due = moments.filter((at) => at !== null)
  return due.length > 0 ? Math.min(...due) : null
}
