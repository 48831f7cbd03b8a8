export interface Answer<T> {
  /** Undefined until the first answer. It stays while the page asks again, and after a failure. */
  value: T | undefined
  /** The newest answer was an error. */
  hasFailed: boolean
  error: unknown
}

const NOTHING = { value: undefined, hasFailed: false, error: undefined }

/** Asks once or repeatedly. The newest question wins: the answer to an earlier one is dropped. */
export class Question<T> {
  #answer: Answer<T> = NOTHING
  #newest = new AbortController()
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Another object after each answer. */
  readonly read = (): Answer<T> => this.#answer

  /** Aborts the question before. Never rejects. */
  async ask(fetch: (signal: AbortSignal) => Promise<T>): Promise<void> {
    this.abort()
    this.#newest = new AbortController()
    const { signal } = this.#newest
    const answer = await fetch(signal).then(
      (value) => ({ value, hasFailed: false, error: undefined }),
      (error: unknown) => ({ hasFailed: true, error }),
    )
    if (!signal.aborted) this.#set({ ...this.#answer, ...answer })
  }

  abort(): void {
    this.#newest.abort()
  }

  /** Until the next answer. Before the first one it does nothing. */
  change(to: (value: T) => T): void {
    const { value } = this.#answer
    if (value !== undefined) this.#set({ ...this.#answer, value: to(value) })
  }

  forget(): void {
    this.#set(NOTHING)
  }

  #set(answer: Answer<T>): void {
    this.#answer = answer
    for (const listener of this.#listeners) listener()
  }
}
