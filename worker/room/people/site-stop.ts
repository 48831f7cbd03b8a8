import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'

/**
 * Whether an administrator has stopped entrances everywhere. Asks D1 at most once in 30 s, when a person
 * wants to enter. Without an answer people enter.
 */
export class SiteStop {
  readonly #read: () => Promise<boolean>
  #answer = Promise.resolve(false)
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(read: () => Promise<boolean>) {
    this.#read = read
  }

  isStopped(now: number): Promise<boolean> {
    if (now - this.#askedAt >= TIMINGS.siteStateAskedEveryMs) {
      this.#askedAt = now
      this.#answer = this.#read().catch((error) => {
        log('site_state_unknown', { error })
        return false
      })
    }
    return this.#answer
  }
}
