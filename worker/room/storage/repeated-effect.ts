import type { LogEvent } from '#worker/log.ts'
import { log } from '#worker/log.ts'

const RETRY_FIRST_MS = 5_000
const RETRY_LAST_MS = 60_000

/**
 * An effect outside the room that must happen. Storage says that it is due until it is confirmed;
 * the alarm retries it after a crash or failure.
 */
export class RepeatedEffect {
  readonly #isDue: () => boolean
  readonly #attempt: () => Promise<void>
  readonly #failure: LogEvent
  #running: Promise<void> | null = null
  #failures = 0
  #retryAt: number | null = null

  /** `attempt` may do a part: it runs until `isDue` is false. `failure` is logged. */
  constructor(isDue: () => boolean, attempt: () => Promise<void>, failure: LogEvent) {
    this.#isDue = isDue
    this.#attempt = attempt
    this.#failure = failure
  }

  nextDue(now: number): number | null {
    if (this.#running) return now + RETRY_FIRST_MS
    return this.#isDue() ? (this.#retryAt ?? now + RETRY_FIRST_MS) : null
  }

  get isDone(): boolean {
    return this.#running === null && !this.#isDue()
  }

  /** Never throws. Joins a running attempt. Waits after a failure. */
  async run(now: number): Promise<void> {
    if (this.#running) return this.#running
    if ((this.#retryAt ?? now) > now) return
    this.#running = this.#repeat().finally(() => {
      this.#running = null
    })
    await this.#running
  }

  async stopped(): Promise<void> {
    await this.#running
  }

  async #repeat(): Promise<void> {
    try {
      while (this.#isDue()) await this.#attempt()
      this.#failures = 0
      this.#retryAt = null
    } catch (error) {
      const waitMs = Math.min(RETRY_FIRST_MS * 2 ** this.#failures, RETRY_LAST_MS)
      this.#failures += 1
      this.#retryAt = Date.now() + waitMs
      log(this.#failure, { error })
    }
  }
}
