/** A value that tells its listeners when it is replaced, for `useSyncExternalStore`. */
export class Cell<T> {
  #value: T
  readonly #listeners = new Set<() => void>()

  constructor(value: T) {
    this.#value = value
  }

  readonly read = (): T => this.#value

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  protected set(value: T): void {
    this.#value = value
    for (const listener of this.#listeners) listener()
  }
}

/** One value and one pure reducer. */
export class Store<State, Event> extends Cell<State> {
  readonly #reduce: (state: State, event: Event) => State

  constructor(initial: State, reduce: (state: State, event: Event) => State) {
    super(initial)
    this.#reduce = reduce
  }

  dispatch(event: Event): void {
    const next = this.#reduce(this.read(), event)
    if (next !== this.read()) this.set(next)
  }
}
