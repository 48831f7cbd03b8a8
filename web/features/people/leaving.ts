import { TIMINGS } from '#contract/timings.ts'

interface Ends {
  /** Asks until the server has heard, or the signal ends it. */
  ask: (signal: AbortSignal) => Promise<void>
  /** Takes it back; `over` where it comes too late. */
  stay: () => Promise<'staying' | 'over'>
  changed: (isLeaving: boolean) => void
  /** The end was not told in time: the page forgets the visit on its own. */
  gaveUp: () => void
  /** "Ficar" came too late. */
  tooLate: () => void
  stayFailed: () => void
}

/** "Ficar" must not overtake the wish that it takes back; but the visit ends two seconds after that. */
const STAY_WAITS_MS = 1_000

/**
 * Leaving as this page sees it: from the click, or from the room's word after a reload, until the
 * room tells the end (which is not this class's business) or nothing is heard for too long.
 */
export class Leaving {
  #timer: ReturnType<typeof setTimeout> | undefined
  #asking: AbortController | null = null
  #heard: Promise<void> | null = null
  #isLeaving = false
  readonly #ends: Ends

  constructor(ends: Ends) {
    this.#ends = ends
  }

  leave(): void {
    if (this.#asking) return
    this.#asking = new AbortController()
    this.#heard = this.#ends.ask(this.#asking.signal)
    this.#begin()
  }

  /** What the room says: a visit that is about to end, or no longer. */
  told(endsAt: number | null): void {
    if (endsAt !== null) this.#begin()
    else if (!this.#asking) this.#stop()
  }

  async stay(): Promise<void> {
    this.#asking?.abort()
    this.#asking = null
    clearTimeout(this.#timer)
    try {
      await Promise.race([this.#heard, new Promise((go) => setTimeout(go, STAY_WAITS_MS))])
      const outcome = await this.#ends.stay()
      if (outcome === 'over') this.#ends.tooLate()
      else this.#stop()
    } catch {
      this.#ends.stayFailed()
      this.#waitForTheEnd()
    }
  }

  /** The page is going; what was asked is asked on. */
  dispose(): void {
    clearTimeout(this.#timer)
  }

  #begin(): void {
    if (this.#isLeaving) return
    this.#isLeaving = true
    this.#ends.changed(true)
    this.#waitForTheEnd()
  }

  #stop(): void {
    clearTimeout(this.#timer)
    if (!this.#isLeaving) return
    this.#isLeaving = false
    this.#ends.changed(false)
  }

  #waitForTheEnd(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#ends.gaveUp(), TIMINGS.leavingGivesUpMs)
  }
}
