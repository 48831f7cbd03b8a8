/** How many may wait while one is under way. */
const WAITING_MAX = 4

/**
 * One piece of work at a time. scrypt holds the object's only thread; between two pieces the queue
 * lets go of it, so that whoever came meanwhile is counted, or turned away.
 */
export class Queue {
  #taken = 0
  #last: Promise<unknown> = Promise.resolve()

  get isFull(): boolean {
    return this.#taken > WAITING_MAX
  }

  /** Only while the queue is not full. */
  async run<T>(work: () => Promise<T> | T): Promise<T> {
    this.#taken += 1
    const turn = this.#last.then(() => scheduler.wait(0)).then(work)
    this.#last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      this.#taken -= 1
    }
  }
}
