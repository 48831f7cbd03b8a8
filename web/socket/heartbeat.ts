import { TIMINGS } from '#contract/timings.ts'

/** After a network change a dead connection is detected sooner. */
const CHECK_WITHIN_MS = 1_500

interface Ends {
  ping: () => void
  dead: () => void
}

/** A pong schedules the next ping: browsers slow such timers in hidden pages, but never stop them. */
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

  check(): void {
    this.#ping(CHECK_WITHIN_MS)
  }

  pong(): void {
    this.stop()
    this.#scheduleNext()
  }

  /** Any frame counts: a pong may wait behind a long snapshot. */
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
