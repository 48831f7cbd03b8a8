import { withTimeout } from '#worker/call-timeout.ts'
import { log } from '#worker/log.ts'
import type { BarTotals, PushedCounts } from '#worker/monitor/pushed-counts.ts'
import type { Presence } from '#worker/room/people/presence.ts'
import type { RoomFile } from '#worker/room/storage/room-file.ts'
import { UNKNOWN } from '#worker/room/storage/room-file.ts'

/** A room pushes at most once in this time, and within it after an entry. */
const PUSHED_EVERY_MS = 8_000
const AFTER_END_MS = 2_000
const RETRY_MS = 10_000

/**
 * Pushes the room's numbers to the monitor, at the alarm, where they differ from those that the
 * monitor has confirmed, whether or not a page watches them. A bar at rest pushes nothing.
 */
export class CountPushes {
  readonly #file: RoomFile
  readonly #presence: Presence
  readonly #push: (counts: PushedCounts) => Promise<void>
  readonly #onConfirmed: () => void
  #pushing: Promise<void> | null = null

  constructor(
    file: RoomFile,
    presence: Presence,
    push: (counts: PushedCounts) => Promise<void>,
    onConfirmed: () => void,
  ) {
    this.#file = file
    this.#presence = presence
    this.#push = push
    this.#onConfirmed = onConfirmed
  }

  /** When the alarm must push a change of now, at the latest. */
  dueAfter({ hasEnded }: { hasEnded: boolean }, now: number): number {
    return now + (hasEnded ? AFTER_END_MS : PUSHED_EVERY_MS)
  }

  /** True if the monitor shows no person of this bar, so that the room's file may be erased. */
  get isZeroConfirmed(): boolean {
    return !this.#pushing && this.#file.pushed.total === 0
  }

  /** The alarm calls this after it has ended visits and graces. Returns when it must ring again. */
  pushChanged(now: number): number | null {
    const { barId, pushed } = this.#file
    const counts = this.#presence.count(now)
    if (this.#pushing) return now + RETRY_MS
    if (counts.online === pushed.online && counts.total === pushed.total) return null
    const waitMs = pushed.at + PUSHED_EVERY_MS - now
    // After the clock went back, `pushed.at` lies in the future.
    if (waitMs > 0 && waitMs <= PUSHED_EVERY_MS) return now + waitMs
    this.#pushing = this.#pushCounts(barId, counts, now).catch((error: unknown) =>
      log('counts_not_pushed', { barId, error }),
    )
    return now + RETRY_MS
  }

  async #pushCounts(barId: string, { online, total }: BarTotals, now: number): Promise<void> {
    const at = Math.max(now, this.#file.pushed.at + 1)
    try {
      await withTimeout(this.#push({ barId, online, total, at }))
      if (this.#file.isReady) this.#file.setPushed({ online, total, at })
    } catch (error) {
      log('counts_not_pushed', { barId, error })
      // The monitor may have stored them.
      if (this.#file.isReady) this.#file.setPushed({ online: UNKNOWN, total: UNKNOWN, at })
      return
    } finally {
      this.#pushing = null
    }
    this.#onConfirmed()
  }
}
