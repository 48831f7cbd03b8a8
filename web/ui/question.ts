import { Cell } from './cell.ts'

export interface Answer<T> {
  /** Undefined until the first answer. It stays while the page asks again, and after a failure. */
  value: T | undefined
  /** The newest answer was an error. */
  hasFailed: boolean
  error: unknown
}

const NOTHING = { value: undefined, hasFailed: false, error: undefined }

/** Asks once or repeatedly. Each answer is another object. The newest question wins: the answer to an earlier one is dropped. */
export class Question<T> extends Cell<Answer<T>> {
  #newest = new AbortController()

  constructor() {
    super(NOTHING)
  }

  /** Aborts the question before. Never rejects. */
  async ask(fetch: (signal: AbortSignal) => Promise<T>): Promise<void> {
    this.abort()
    this.#newest = new AbortController()
    const { signal } = this.#newest
    const answer = await fetch(signal).then(
      (value) => ({ value, hasFailed: false, error: undefined }),
      (error: unknown) => ({ hasFailed: true, error }),
    )
    if (!signal.aborted) this.set({ ...this.read(), ...answer })
  }

  abort(): void {
    this.#newest.abort()
  }

  /** Until the next answer. Before the first one it does nothing. */
  change(to: (value: T) => T): void {
    const { value } = this.read()
    if (value !== undefined) this.set({ ...this.read(), value: to(value) })
  }

  forget(): void {
    this.set(NOTHING)
  }
}
