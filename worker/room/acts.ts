import { log } from '#worker/log.ts'

/**
 * Acts that happen whole or not at all. What one has written before it fails is taken back, what was
 * remembered of it is forgotten, and what it tells anybody waits until it is whole: a frame that is
 * sent cannot be taken back.
 */
export class Acts {
  readonly #storage: Pick<DurableObjectStorage, 'transactionSync'>
  readonly #prepare: () => void
  readonly #recover: () => void
  #waiting: (() => void)[] | null = null
  #isOwed = false

  /**
   * `prepare` reads what telling needs, before anything is written. `recover` makes memory what
   * storage holds, and tells whoever was told something else.
   */
  constructor(
    storage: Pick<DurableObjectStorage, 'transactionSync'>,
    { prepare, recover }: { prepare: () => void; recover: () => void },
  ) {
    this.#storage = storage
    this.#prepare = prepare
    this.#recover = recover
  }

  /** Whether what is remembered may not be what is stored. */
  get isOwed(): boolean {
    return this.#isOwed
  }

  /** Does something that waits for nothing. Throws what it throws. An act within an act is part of it. */
  whole<T>(act: () => T): T {
    if (this.#waiting) return act()
    this.#prepare()
    const waiting: (() => void)[] = []
    this.#waiting = waiting
    let result: T
    try {
      result = this.#storage.transactionSync(act)
    } catch (error) {
      this.#isOwed = true
      throw error
    } finally {
      this.#waiting = null
      if (this.#isOwed) this.#tryToRecover()
    }
    for (const tell of waiting) this.#tell(tell)
    return result
  }

  /** At once; within an act, when that is whole. */
  afterwards(tell: () => void): void {
    if (this.#waiting) this.#waiting.push(tell)
    else tell()
  }

  /** Makes good what an earlier failure left. Called by the alarm. */
  recoverOwed(): void {
    if (!this.#isOwed) return
    this.#recover()
    this.#isOwed = false
  }

  #tell(tell: () => void): void {
    try {
      tell()
    } catch (error) {
      log('act_not_told', { error })
      this.#isOwed = true
      this.#tryToRecover()
    }
  }

  #tryToRecover(): void {
    try {
      this.recoverOwed()
    } catch (error) {
      log('memory_not_recovered', { error })
    }
  }
}
