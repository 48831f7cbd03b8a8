import { isImmediateClose } from '#contract/protocol.ts'

const FIRST_MS = 1_000
const CAP_MS = 30_000
/** After a connection this long, back-off starts from the beginning. */
const STABLE_MS = 10_000

/**
 * Full jitter under a doubling ceiling, because a deploy drops every socket of a bar at once.
 * partysocket has no jitter; it awaits `wait` in its URL provider.
 */
export class BackOff {
  #failures = 0
  #delayMs = 0
  #connectedAt: number | null = null
  #skip = () => {}
  readonly #random: () => number

  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  connected(): void {
    this.#connectedAt = Date.now()
  }

  disconnected(code: number): void {
    const wasConnected = this.#connectedAt !== null
    if (this.#connectedAt !== null && Date.now() - this.#connectedAt >= STABLE_MS) {
      this.#failures = 0
    }
    this.#connectedAt = null
    // Immediate only after a connection that opened, or two sides could spin.
    const isImmediate = isImmediateClose(code) && wasConnected
    const ceilingMs = Math.min(CAP_MS, FIRST_MS * 2 ** this.#failures)
    this.#delayMs = isImmediate ? 0 : this.#random() * ceilingMs
    this.#failures += 1
  }

  async wait(): Promise<void> {
    const delayMs = this.#delayMs
    this.#delayMs = 0
    if (delayMs === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delayMs)
      this.#skip = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Ends the wait, or drops the next one. */
  skip(): void {
    this.#delayMs = 0
    this.#skip()
  }
}
