/**
 * One question, "log in again?", for however many calls find at once that the session has ended.
 */
export class LoginPrompt {
  #asked: Promise<boolean> | null = null
  #answer: (hasLoggedIn: boolean) => void = () => undefined
  #logins = 0
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly isOpen = (): boolean => this.#asked !== null

  /** Resolves when it is answered: true when somebody has logged in again. */
  readonly ask = (): Promise<boolean> => {
    this.#asked ??= new Promise((resolve) => {
      this.#answer = resolve
    })
    this.#announce()
    return this.#asked
  }

  answer(hasLoggedIn: boolean): void {
    if (hasLoggedIn) this.#logins += 1
    this.#answer(hasLoggedIn)
    this.#asked = null
    this.#announce()
  }

  /**
   * Makes a call. Where `saysSignedOut` of its failure, asks, and makes it again. A refusal to log
   * in leaves the failure as it was.
   */
  async keepSession<T>(
    call: () => Promise<T>,
    saysSignedOut: (error: unknown) => boolean,
  ): Promise<T> {
    for (;;) {
      const logins = this.#logins
      try {
        return await call()
      } catch (error) {
        if (!saysSignedOut(error)) throw error
        // Somebody may have logged in while this call was on its way.
        if (logins === this.#logins && !(await this.ask())) throw error
      }
    }
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}
