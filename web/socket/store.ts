/** One value and one pure reducer, for `useSyncExternalStore`. */
export class Store<State, Event> {
  #state: State
  readonly #reduce: (state: State, event: Event) => State
  readonly #listeners = new Set<() => void>()

  constructor(initial: State, reduce: (state: State, event: Event) => State) {
    this.#state = initial
    this.#reduce = reduce
  }

  readonly getState = (): State => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  dispatch(event: Event): void {
    const next = this.#reduce(this.#state, event)
    if (next === this.#state) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}
