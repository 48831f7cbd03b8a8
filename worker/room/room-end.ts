import { erasePhotos } from '#worker/media/erase-many.ts'
import { monitorOf } from '#worker/monitor/stub.ts'
import type { Agenda } from './agenda.ts'
import { sayLastGoodbye } from './closing.ts'
import type { RoomParts } from './parts.ts'

/** How a room comes to hold nothing: the night is over, or the bar is no more. */
export class RoomEnd {
  readonly #ctx: DurableObjectState
  readonly #env: Env
  readonly #parts: RoomParts
  readonly #agenda: Agenda

  constructor(ctx: DurableObjectState, env: Env, parts: RoomParts, agenda: Agenda) {
    this.#ctx = ctx
    this.#env = env
    this.#parts = parts
    this.#agenda = agenda
  }

  /**
   * Ends every visit, and leaves nothing of the bar behind: no person, no message, no photo, no alarm.
   * Safe to repeat: photos are read from storage, where an attempt that failed has left them.
   */
  async close(barId: string, effectsStopped: () => Promise<unknown>): Promise<void> {
    const { tables, roster, photos, attendance } = this.#parts
    if (tables.ready) sayLastGoodbye(this.#parts)
    tables.shut()
    await Promise.all([effectsStopped(), attendance.settled()])
    if (tables.areStored) {
      await erasePhotos(this.#env, [...roster.photos().values()].flat())
      for (let paths = photos.next(); paths.length > 0; paths = photos.next()) {
        await erasePhotos(this.#env, paths)
        photos.confirm(paths)
      }
    }
    await monitorOf(this.#env).noteRoom(barId, false)
    await this.#eraseStorage()
  }

  /** Whether the last visit has ended and nothing is kept for anybody who may come back. */
  get isOver(): boolean {
    const { tables, due, removals, strikes } = this.#parts
    if (!tables.ready || due.hasPeople) return false
    // Who is kept out must not find a room that has forgotten it.
    return removals.nextDue() === null && strikes.nextDue() === null
  }

  /** Erases the room's file as a whole, after its hours were saved, where that `mayErase` still. */
  async eraseFile(mayErase: () => boolean): Promise<void> {
    const areSaved = await this.#parts.attendance.saveRest(Date.now())
    if (!areSaved) throw new Error('the hours are not saved')
    if (mayErase()) await this.#eraseStorage()
  }

  async #eraseStorage(): Promise<void> {
    const { tables, attendance, due } = this.#parts
    await this.#ctx.blockConcurrencyWhile(() => tables.eraseAll())
    attendance.forget()
    due.forget()
    this.#agenda.forget()
  }
}
