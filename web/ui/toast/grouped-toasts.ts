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

const SINGLY_AT_MOST = 3

/** One toast a person, or one with a count if many happen within the window. */
export class GroupedToasts {
  #shown: number[] = []
  #count = 0
  #windowEnds = 0
  readonly #toasts: Toasts
  readonly #texts: GroupTexts
  readonly #windowMs: number

  constructor(toasts: Toasts, texts: GroupTexts, windowMs: number) {
    this.#toasts = toasts
    this.#texts = texts
    this.#windowMs = windowMs
  }

  /** All names in one call: toasts shown one by one would push each other off the screen. */
  happened(names: readonly string[]): void {
    if (names.length === 0) return
    const now = Date.now()
    if (now >= this.#windowEnds) {
      this.#count = 0
      this.#shown = []
      this.#windowEnds = now + this.#windowMs
    }
    this.#count += names.length
    const { title, one, many } = this.#texts
    const isGrouped = this.#count > SINGLY_AT_MOST
    if (isGrouped) for (const id of this.#shown.splice(0)) this.#toasts.dismiss(id)
    for (const description of isGrouped ? [many(this.#count)] : names.map(one))
      this.#shown.push(this.#toasts.show({ title, description }))
  }
}
