import { isImmediateClose } from '#contract/protocol.ts'

const FIRST_MS = 1_000
const CAP_MS = 30_000
/** A connection that held this long was a good one: the next loss starts from the beginning. */
const STABLE_MS = 10_000

/**
 * How long to wait before the next connection: full jitter under a doubling ceiling, because a
 * deploy drops every socket of a bar at once. `wait` is awaited in partysocket's URL provider,
 * which has no jitter of its own.
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
    // "At once" holds for a connection that had worked, else two sides could spin.
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

  /** Ends a wait that is under way: the network or the person has come back. */
  hurry(): void {
    this.#delayMs = 0
    this.#hurry?.()
  }
}
