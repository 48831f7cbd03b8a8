import type { Cell } from '#web/ui/cell.ts'

/**
 * A throttled view of a store: the first change is shown at once, the following ones together. React
 * restarts a transition with every change, and under many changes it would never finish.
 */
export class PacedStore<State> {
  readonly #store: Cell<State>
  readonly #everyMs: number
  readonly #listeners = new Set<() => void>()
  #shown: State
  #timer: ReturnType<typeof setTimeout> | undefined
  #unsubscribe = () => {}

  constructor(store: Cell<State>, everyMs: number) {
    this.#store = store
    this.#everyMs = everyMs
    this.#shown = store.read()
  }

  readonly read = (): State => (this.#timer === undefined ? this.#store.read() : this.#shown)

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#unsubscribe = this.#store.subscribe(() => this.#update())
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#unsubscribe()
      clearTimeout(this.#timer)
      this.#timer = undefined
    }
  }

  /** A transition is about to draw: nothing changes until `release`, or for this long. */
  hold(forMs: number): void {
    this.#shown = this.read()
    this.#wait(forMs)
  }

  release(): void {
    if (this.#timer !== undefined) this.#wait(0)
  }

  /** Shows an act of this page's own person at once. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#update()
  }

  #update(): void {
    if (this.#timer !== undefined) return
    this.#shown = this.#store.read()
    this.#wait(this.#everyMs)
    for (const listener of this.#listeners) listener()
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#shown !== this.#store.read()) this.#update()
    }, ms)
  }
}
