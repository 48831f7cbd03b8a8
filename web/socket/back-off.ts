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
  #losses = 0
  #delayMs = 0
  #openedAt: number | null = null
  #hurry: (() => void) | null = null
  readonly #random: () => number

  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  opened(): void {
    this.#openedAt = Date.now()
  }

  lost(code: number): void {
    const held = this.#openedAt !== null
    if (this.#openedAt !== null && Date.now() - this.#openedAt >= STABLE_MS) this.#losses = 0
    this.#openedAt = null
    // Immediate only after a connection that held, or two sides could spin.
    const atOnce = isImmediateClose(code) && held
    this.#delayMs = atOnce ? 0 : this.#random() * Math.min(CAP_MS, FIRST_MS * 2 ** this.#losses)
    this.#losses += 1
  }

  async wait(): Promise<void> {
    const delayMs = this.#delayMs
    this.#delayMs = 0
    if (delayMs === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delayMs)
      this.#hurry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#hurry = null
  }

  hurry(): void {
    this.#delayMs = 0
    this.#hurry?.()
  }
}
