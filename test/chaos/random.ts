const WORD = 2 ** 32

/** Numbers that are the same for the same seed and name. */
export class Random {
  #state: number

  constructor(seed: string, name: string) {
    this.#state = 0
    for (const character of `${seed}/${name}`) {
      this.#state = Math.imul(this.#state ^ (character.codePointAt(0) ?? 0), 0x9e3779b1) >>> 0
      this.#state = (this.#state ^ (this.#state >>> 15)) >>> 0
    }
  }

  /** The next number in [0, 1), by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / WORD
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Returns the same items in a random order. */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items]
    for (let end = shuffled.length - 1; end > 0; end -= 1) {
      const at = this.between(0, end)
      ;[shuffled[end], shuffled[at]] = [shuffled[at] as T, shuffled[end] as T]
    }
    return shuffled
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)]
    if (item === undefined) throw new Error('There is nothing to pick from.')
    return item
  }
}
