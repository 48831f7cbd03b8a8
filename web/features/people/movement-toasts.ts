import type { Fact } from '#contract/protocol.ts'
import {
  enteredBar,
  leftBar,
  manyEnteredBar,
  manyLeftBar,
  peopleTexts,
} from '#contract/texts/people.ts'
import { TIMINGS } from '#contract/timings.ts'

interface Toasts {
  show: (toast: { title: string; description: string }) => number
  dismiss: (id: number) => void
}

const SINGLY_AT_MOST = 3

/** Says who came: one by one, or as one toast with a number where many come at once. */
class Movement {
  #shown: number[] = []
  #count = 0
  #windowEnds = 0
  readonly #toasts: Toasts
  readonly #title: string
  readonly #one: (name: string) => string
  readonly #many: (count: number) => string

  constructor(
    toasts: Toasts,
    title: string,
    one: (name: string) => string,
    many: (count: number) => string,
  ) {
    this.#toasts = toasts
    this.#title = title
    this.#one = one
    this.#many = many
  }

  happened(name: string): void {
    const now = Date.now()
    if (now >= this.#windowEnds) {
      this.#count = 0
      this.#shown = []
      this.#windowEnds = now + TIMINGS.entryToastWindowMs
    }
    this.#count += 1
    const isRush = this.#count > SINGLY_AT_MOST
    if (isRush) for (const id of this.#shown.splice(0)) this.#toasts.dismiss(id)
    const description = isRush ? this.#many(this.#count) : this.#one(name)
    this.#shown.push(this.#toasts.show({ title: this.#title, description }))
  }
}

/** Toasts for profiles made and visits ended; a presence that comes and goes is neither. */
export class MovementToasts {
  readonly #entered: Movement
  readonly #left: Movement

  constructor(toasts: Toasts) {
    this.#entered = new Movement(toasts, peopleTexts.newPerson, enteredBar, manyEnteredBar)
    this.#left = new Movement(toasts, peopleTexts.personLeft, leftBar, manyLeftBar)
  }

  tell(facts: readonly Fact[], ownId: string | undefined): void {
    for (const fact of facts) {
      switch (fact.kind) {
        case 'entered':
          if (fact.person.id !== ownId) this.#entered.happened(fact.person.name)
          break
        case 'left':
          if (fact.personId !== ownId) this.#left.happened(fact.name)
          break
        case 'changed':
        case 'presence':
          break
      }
    }
  }
}
