/** Calls that find the session ended at the same time share one login dialog. */
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

  /** True after a login, false if the dialog was closed. */
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

  /** Runs a call. If the session has ended: asks for a login, then repeats the call or rethrows. */
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
        // Another call may have led to a login meanwhile.
        if (logins === this.#logins && !(await this.ask())) throw error
      }
    }
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}
