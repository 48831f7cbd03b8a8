import type { WaitingCounts } from '#contract/monitor.ts'
import { listDiffering } from '#contract/monitor.ts'
import { withTimeout } from '#worker/call-timeout.ts'
import { log } from '#worker/log.ts'
import type { MonitorStorage } from './monitor-storage.ts'

/**
 * The open reports of every bar. D1 has them: this asks after each change, when a page begins to watch and at the alarm,
 * which finds a change that nobody could tell. Asks once at a time, so that an older answer never follows a newer one.
 */
export class ReportCounts {
  readonly #storage: MonitorStorage
  readonly #count: () => Promise<WaitingCounts>
  readonly #onChanged: (changed: WaitingCounts) => void
  /** Bars whose reports have changed, perhaps to the same number. */
  readonly #named = new Set<string>()
  #asking: Promise<void> = Promise.resolve()
  /** Waits for `#asking`. */
  #next: Promise<void> | null = null

  constructor(
    storage: MonitorStorage,
    count: () => Promise<WaitingCounts>,
    onChanged: (changed: WaitingCounts) => void,
  ) {
    this.#storage = storage
    this.#count = count
    this.#onChanged = onChanged
  }

  /** Call after a change in D1, with its bar if that is known. Resolves when it was asked for. */
  renew(barId?: string): Promise<void> {
    if (barId) this.#named.add(barId)
    // A question that has not begun finds this change too.
    this.#next ??= this.#asking.then(() => this.#ask())
    this.#asking = this.#next
    return this.#next
  }

  async #ask(): Promise<void> {
    this.#next = null
    const named = [...this.#named]
    this.#named.clear()
    try {
      const after = await withTimeout(this.#count())
      const before = this.#storage.reports
      const differ = listDiffering(before, after)
      if (differ.length > 0) this.#storage.reports = after
      const changed = [...named, ...differ].map((barId) => [barId, after[barId] ?? 0] as const)
      if (changed.length > 0) this.#onChanged(Object.fromEntries(changed))
    } catch (error) {
      for (const barId of named) this.#named.add(barId)
      log('reports_not_counted', { error })
    }
  }
}
