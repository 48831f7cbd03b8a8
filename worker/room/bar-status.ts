import type { BarStatus } from '#worker/db/bars.ts'

/**
 * What D1 says of the bar. Whoever waits for an answer while a newer question is asked gets the newer
 * answer: a bar that is being deleted lets nobody in who asked a moment before.
 */
export class BarStatusCheck {
  readonly #read: (barId: string) => Promise<BarStatus>
  #asking: Promise<BarStatus> | null = null
  #question = 0

  constructor(read: (barId: string) => Promise<BarStatus>) {
    this.#read = read
  }

  /** Asks, or shares the answer to a question under way. */
  async ask(barId: string): Promise<BarStatus> {
    for (;;) {
      const question = this.#question
      this.#asking ??= this.#begin(barId)
      const status = await this.#asking
      if (question === this.#question) return status
    }
  }

  /** Asks anew: the bar has just changed. */
  askAnew(barId: string): Promise<BarStatus> {
    this.#question += 1
    this.#asking = null
    return this.ask(barId)
  }

  #begin(barId: string): Promise<BarStatus> {
    const reading = this.#read(barId).finally(() => {
      if (this.#asking === reading) this.#asking = null
    })
    return reading
  }
}
