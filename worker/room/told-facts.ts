import type { Fact } from '#contract/protocol.ts'

/** Kept for pages that come back; whoever missed more gets a snapshot, which is shorter. */
const KEPT_FACTS = 500

/** The last facts of this wake, by their numbers: what a page that was away for a moment missed. */
export class ToldFacts {
  readonly #facts: Fact[] = []
  #number = 0

  /** Number of the last fact of this wake. */
  get number(): number {
    return this.#number
  }

  /** Facts in their order; they get the next numbers. */
  add(facts: readonly Fact[]): void {
    this.#facts.push(...facts)
    this.#number += facts.length
    if (this.#facts.length > 2 * KEPT_FACTS) this.#facts.splice(0, this.#facts.length - KEPT_FACTS)
  }

  /** Exactly the facts after a number; null where they cannot be told any more. */
  since(number: number): Fact[] | null {
    const missed = this.#number - number
    if (missed < 0 || missed > Math.min(KEPT_FACTS, this.#facts.length)) return null
    return this.#facts.slice(this.#facts.length - missed)
  }
}
