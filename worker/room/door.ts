import type { BarDoor } from '#worker/db/bars.ts'

type Read = (barId: string) => Promise<BarDoor>

/**
 * What D1 says of the bar. Whoever waits for an answer while a newer question is under way gets the
 * newer answer: a bar that is being closed lets nobody in who asked a moment before.
 */
export class Door {
  readonly #read: Read
  #asking: Promise<BarDoor> | null = null
  #question = 0

  constructor(read: Read) {
    this.#read = read
  }

  /** Asks, or shares the answer that is on its way. */
  async ask(barId: string): Promise<BarDoor> {
    for (;;) {
      const question = this.#question
      this.#asking ??= this.#begin(barId)
      const door = await this.#asking
      if (question === this.#question) return door
    }
  }

  /** Asks anew, because something has just changed. */
  askAnew(barId: string): Promise<BarDoor> {
    this.#question += 1
    this.#asking = null
    return this.ask(barId)
  }

  #begin(barId: string): Promise<BarDoor> {
    const reading = this.#read(barId).finally(() => {
      if (this.#asking === reading) this.#asking = null
    })
    return reading
  }
}
