import { withTimeout } from '#worker/call-timeout.ts'
import { log } from '#worker/log.ts'
import type { PushedCalls } from '#worker/monitor/pushed-counts.ts'
import type { RoomFile } from '#worker/room/storage/room-file.ts'
import { UNKNOWN } from '#worker/room/storage/room-file.ts'

/** The alarm repeats a push without an answer after this time. */
export const CALLS_PUSHED_AGAIN_MS = 10_000

/**
 * Pushes the number of unresolved calls to the monitor at once. The alarm repeats it until the monitor
 * has confirmed it. Pushes do not wait for each other.
 */
export class CallPushes {
  readonly #file: RoomFile
  readonly #count: () => number
  readonly #push: (calls: PushedCalls) => Promise<void>
  readonly #onConfirmed: () => void
  /** The last push, until it is answered or has failed. */
  #newest: PushedCalls | null = null
  #unanswered = 0

  constructor(
    file: RoomFile,
    count: () => number,
    push: (calls: PushedCalls) => Promise<void>,
    onConfirmed: () => void,
  ) {
    this.#file = file
    this.#count = count
    this.#push = push
    this.#onConfirmed = onConfirmed
  }

  /** True if the monitor knows of no call here, so that the room's file may be erased. */
  get isZeroConfirmed(): boolean {
    return this.#unanswered === 0 && this.#file.pushedCalls.calls === 0
  }

  /** Call after a change, and by the alarm. Returns when the alarm must ring again. */
  pushChanged(now: number): number | null {
    if (!this.#file.isReady) return null
    const { barId, pushedCalls } = this.#file
    const known = this.#newest ?? pushedCalls
    const calls = this.#count()
    if (known.calls !== calls) {
      this.#newest = { barId, calls, at: Math.max(now, known.at + 1) }
      this.#send(this.#newest).catch((error: unknown) => log('calls_not_pushed', { barId, error }))
    }
    return this.#newest && now + CALLS_PUSHED_AGAIN_MS
  }

  async #send(pushed: PushedCalls): Promise<void> {
    this.#unanswered += 1
    try {
      await withTimeout(this.#push(pushed))
      this.#note(pushed, pushed.calls)
    } catch (error) {
      log('calls_not_pushed', { barId: pushed.barId, error })
      // The monitor may have stored it.
      this.#note(pushed, UNKNOWN)
      return
    } finally {
      this.#unanswered -= 1
      if (this.#newest === pushed) this.#newest = null
    }
    this.#onConfirmed()
  }

  #note(pushed: PushedCalls, calls: number): void {
    if (this.#newest === pushed && this.#file.isReady) {
      this.#file.setPushedCalls({ calls, at: pushed.at })
    }
  }
}
