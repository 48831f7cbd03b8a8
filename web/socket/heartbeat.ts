import { TIMINGS } from '#contract/timings.ts'

/** After a sign that the network changed, a dead connection is to be noticed sooner. */
const CHECK_WITHIN_MS = 1_500

interface Ends {
  ping: () => void
  dead: () => void
}

/**
 * Pings, and reports a connection on which nothing comes back. The next ping is set when a pong
 * arrives: a chain of timers is what browsers slow down, and not stop, in a page that is hidden.
 */
export class Heartbeat {
  #next: ReturnType<typeof setTimeout> | undefined
  #deadline: ReturnType<typeof setTimeout> | undefined
  readonly #ends: Ends

  constructor(ends: Ends) {
    this.#ends = ends
  }

  start(): void {
    this.stop()
    this.#scheduleNext()
  }

  stop(): void {
    clearTimeout(this.#next)
    clearTimeout(this.#deadline)
    this.#deadline = undefined
  }

  /** Asks now whether the other end is there. */
  check(): void {
    this.#ping(CHECK_WITHIN_MS)
  }

  pong(): void {
    this.stop()
    this.#scheduleNext()
  }

  /** Any frame is a sign of life: a pong may stand behind a long snapshot. */
  heard(): void {
    if (this.#deadline !== undefined) this.#await(TIMINGS.pongWithinMs)
  }

  #scheduleNext(): void {
    this.#next = setTimeout(() => this.#ping(TIMINGS.pongWithinMs), TIMINGS.pingEveryMs)
  }

  #ping(withinMs: number): void {
    clearTimeout(this.#next)
    this.#await(withinMs)
    this.#ends.ping()
  }

  #await(withinMs: number): void {
    clearTimeout(this.#deadline)
    this.#deadline = setTimeout(() => {
      this.stop()
      this.#ends.dead()
    }, withinMs)
  }
}
