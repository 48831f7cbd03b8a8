import type { ToastRequest } from './toast-store.ts'

export interface Toasts {
  show: (toast: ToastRequest) => number
  dismiss: (id: number) => void
}

export interface GroupTexts {
  title: string
  one: (name: string) => string
  many: (count: number) => string
}

export interface Named {
  name: string
  /** A line under it. */
  hint?: string | undefined
}

const SINGLY_AT_MOST = 3

/** One toast a person, or one with a count if many happen within the window. */
export class GroupedToasts {
  #shown: number[] = []
  #count = 0
  #hints = new Set<string | undefined>()
  #windowEnds = 0
  readonly #toasts: Toasts
  readonly #texts: GroupTexts
  readonly #windowMs: number

  constructor(toasts: Toasts, texts: GroupTexts, windowMs: number) {
    this.#toasts = toasts
    this.#texts = texts
    this.#windowMs = windowMs
  }

  /** All people in one call: toasts shown one by one would push each other off the screen. */
  happened(people: readonly Named[]): void {
    if (people.length === 0) return
    const now = Date.now()
    if (now >= this.#windowEnds) {
      this.#count = 0
      this.#shown = []
      this.#hints.clear()
      this.#windowEnds = now + this.#windowMs
    }
    this.#count += people.length
    for (const { hint } of people) this.#hints.add(hint)
    const { title, one, many } = this.#texts
    const isGrouped = this.#count > SINGLY_AT_MOST
    if (isGrouped) for (const id of this.#shown.splice(0)) this.#toasts.dismiss(id)
    const [hint] = this.#hints.size === 1 ? this.#hints : []
    const shown = isGrouped
      ? [{ description: many(this.#count), hint }]
      : people.map((person) => ({ description: one(person.name), hint: person.hint }))
    for (const toast of shown) this.#shown.push(this.#toasts.show({ title, ...toast }))
  }
}
