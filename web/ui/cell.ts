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
