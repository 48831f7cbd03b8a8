import type { BarStatus } from '#worker/db/bars.ts'
import { isDatabaseAway } from '#worker/db/d1-errors.ts'
import { log } from '#worker/log.ts'
import type { EntryCodeSetting } from '#worker/policy/entry-code.ts'
import type { Refused } from '#worker/room/rpc.ts'
import { refuse } from '#worker/room/rpc.ts'

/** The newest of overlapping queries answers all of them, so that a bar that is being deleted admits no person. */
export class BarStatusCheck {
  readonly #read: (barId: string) => Promise<BarStatus>
  #asking: Promise<BarStatus> | null = null
  #question = 0

  constructor(read: (barId: string) => Promise<BarStatus>) {
    this.#read = read
  }

  async ask(barId: string): Promise<BarStatus> {
    for (;;) {
      const question = this.#question
      this.#asking ??= this.#begin(barId)
      const status = await this.#asking
      if (question === this.#question) return status
    }
  }

  /** Refuses unless the bar is open. */
  async admit(barId: string): Promise<{ ok: true; entryCode: EntryCodeSetting } | Refused> {
    try {
      const status = await this.ask(barId)
      if (!status) return refuse('bar_not_found')
      if (status.isPaused) return refuse('bar_paused')
      return { ok: true, entryCode: status.entryCode }
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      log('bar_status_unknown', { barId, error })
      return refuse('unavailable')
    }
  }

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
