import type { Store } from './store.ts'

/**
 * A store as it is drawn where much of it is: a change after a calm moment at once, those that follow
 * together. React begins what it draws in a transition anew with every change, and in a rush it would
 * come to no end.
 */
export class PacedStore<State> {
  readonly #store: Store<State, never>
  readonly #everyMs: number
  readonly #listeners = new Set<() => void>()
  #held: State
  #timer: ReturnType<typeof setTimeout> | undefined
  #unsubscribe = () => {}

  constructor(store: Store<State, never>, everyMs: number) {
    this.#store = store
    this.#everyMs = everyMs
    this.#held = store.getState()
  }

  readonly getState = (): State => (this.#timer === undefined ? this.#store.getState() : this.#held)

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#unsubscribe = this.#store.subscribe(() => this.#changed())
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#unsubscribe()
      clearTimeout(this.#timer)
      this.#timer = undefined
    }
  }

  /** Something is about to be drawn in a transition: nothing changes until then, or for this long. */
  hold(forMs: number): void {
    this.#held = this.getState()
    this.#wait(forMs)
  }

  release(): void {
    if (this.#timer !== undefined) this.#wait(0)
  }

  #changed(): void {
    if (this.#timer !== undefined) return
    this.#held = this.#store.getState()
    this.#wait(this.#everyMs)
    for (const listener of this.#listeners) listener()
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#held !== this.#store.getState()) this.#changed()
    }, ms)
  }
}
