import type { ToastRequest } from './toast-store.ts'

interface Toasts {
  show: (toast: ToastRequest) => number
  /** Replaces the words of a toast that is shown or waits. False if it is gone. */
  update: (id: number, words: Pick<ToastRequest, 'description' | 'hint'>) => boolean
}

interface GroupTexts {
  title: string
  one: (name: string) => string
  many: (first: string, second: string, others: number) => string
}

export interface Named {
  name: string
  /** A line under it. */
  hint?: string | undefined
}

/** Toasts for people who enter and leave. */
export class MoveToasts {
  readonly #entered: GroupedToasts
  readonly #left: GroupedToasts

  constructor(toasts: Toasts, texts: { entered: GroupTexts; left: GroupTexts }, windowMs: number) {
    this.#entered = new GroupedToasts(toasts, texts.entered, windowMs)
    this.#left = new GroupedToasts(toasts, texts.left, windowMs)
  }

  show({ entered, left }: Record<'entered' | 'left', readonly Named[]>): void {
    this.#entered.happened(entered)
    this.#left.happened(left)
  }

  /** The page is left. */
  end(): void {
    this.#entered.end()
    this.#left.end()
  }
}

/**
 * The first of a lull has a toast at once. People who follow within the window join it while it is shown;
 * later ones share a toast at the window's end.
 */
class GroupedToasts {
  #shown = { id: 0, people: [] as readonly Named[] }
  #unsaid: Named[] = []
  #window: ReturnType<typeof setTimeout> | undefined
  readonly #toasts: Toasts
  readonly #texts: GroupTexts
  readonly #windowMs: number

  constructor(toasts: Toasts, texts: GroupTexts, windowMs: number) {
    this.#toasts = toasts
    this.#texts = texts
    this.#windowMs = windowMs
  }

  happened(people: readonly Named[]): void {
    if (people.length === 0) return
    this.#unsaid.push(...people)
    if (this.#window === undefined) return this.#say()
    const joined = [...this.#shown.people, ...this.#unsaid]
    if (!this.#toasts.update(this.#shown.id, this.#toWords(joined))) return
    this.#shown.people = joined
    this.#unsaid = []
  }

  /** Forgets people who have had no toast yet. */
  end(): void {
    clearTimeout(this.#window)
    this.#window = undefined
    this.#unsaid = []
  }

  readonly #say = (): void => {
    this.#window = undefined
    if (this.#unsaid.length === 0) return
    const people = this.#unsaid.splice(0)
    const id = this.#toasts.show({
      title: this.#texts.title,
      tone: 'news',
      ...this.#toWords(people),
    })
    this.#shown = { id, people }
    this.#window = setTimeout(this.#say, this.#windowMs)
  }

  #toWords(people: readonly Named[]): Pick<ToastRequest, 'description' | 'hint'> {
    const { one, many } = this.#texts
    const [first = '', second, ...others] = people.map(({ name }) => name)
    const [hint, ...otherHints] = new Set(people.map((person) => person.hint))
    return {
      description: second === undefined ? one(first) : many(first, second, others.length),
      hint: otherHints.length === 0 ? hint : undefined,
    }
  }
}
