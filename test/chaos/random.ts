import { makeRandom } from '#test/fakes/luma.ts'

/** Numbers that are the same for the same seed and name. */
export class Random {
  /** From 0 up to but not 1. */
  readonly next: () => number

  constructor(seed: string, name: string) {
    let state = 0
    for (const character of `${seed}/${name}`) {
      state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x9e3779b1) >>> 0
      state = (state ^ (state >>> 15)) >>> 0
    }
    this.next = makeRandom(state)
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** The same items in an order of its own. */
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
