import { erasePhotos } from '#worker/media/erase-many.ts'
import { monitorOf } from '#worker/monitor/stub.ts'
import type { Agenda } from './agenda.ts'
import { sayLastGoodbye } from './closing.ts'
import type { RoomParts } from './parts.ts'
import type { ProfileCopy } from './profile-copy.ts'

/** How a room comes to hold nothing: the night is over, or the bar is no more. */
export class RoomEnd {
  readonly #ctx: DurableObjectState
  readonly #env: Env
  readonly #parts: RoomParts
  readonly #copy: ProfileCopy
  readonly #agenda: Agenda

  constructor(
    ctx: DurableObjectState,
    env: Env,
    parts: RoomParts,
    { copy, agenda }: { copy: ProfileCopy; agenda: Agenda },
  ) {
    this.#ctx = ctx
    this.#env = env
    this.#parts = parts
    this.#copy = copy
    this.#agenda = agenda
  }

  /** Ends every visit, and leaves nothing of the bar behind: no person, no message, no alarm. */
  async close(barId: string): Promise<void> {
    const { tables, attendance } = this.#parts
    const photos = tables.ready ? sayLastGoodbye(this.#parts).photos : []
    tables.shut()
    await Promise.all([this.#copy.stop(), attendance.settled()])
    await erasePhotos(this.#env, photos)
    await monitorOf(this.#env).noteRoom(barId, false)
    await this.#eraseFile()
  }

  /** When the last visit has ended and nothing is due, the room's file is erased as a whole. */
  async whenOver(): Promise<void> {
    if (!this.#isOver()) return
    const now = Date.now()
    const { attendance } = this.#parts
    if (!(await attendance.saveRest(now))) return this.#agenda.wakeBy(attendance.retryAt(now), now)
    // Somebody may have come meanwhile.
    if (!this.#isOver()) return
    await this.#eraseFile()
  }

  #isOver(): boolean {
    const { tables, roster, removals, strikes } = this.#parts
    if (!tables.ready || !this.#copy.isSettled || !roster.isEmpty()) return false
    // Who is kept out must not find a room that has forgotten it.
    return removals.nextDue() === null && strikes.nextDue() === null
  }

  async #eraseFile(): Promise<void> {
    const { tables, attendance, due } = this.#parts
    await this.#ctx.blockConcurrencyWhile(() => tables.eraseAll())
    attendance.forget()
    due.forget()
    this.#agenda.forget()
  }
}
