import type { Exec, Sql } from '#worker/object-sql.ts'
import { tagExec, tagSql } from '#worker/object-sql.ts'
import type { Effect } from '#worker/room/effects.ts'

interface Hooks {
  /** Gets the effects of each outermost transaction. */
  onCommit: (effects: readonly Effect[]) => void
  onRollback: () => void
}

const NO_HOOKS: Hooks = { onCommit: () => {}, onRollback: () => {} }

/** All values read from storage are made by `cache`, so that a rollback drops them at once. */
export class RoomStorage {
  readonly exec: Exec
  readonly sql: Sql
  readonly #storage: Pick<DurableObjectStorage, 'transactionSync' | 'sync'>
  readonly #hooks: Hooks
  /** Queued by the running transaction; null outside of one. */
  #effects: Effect[] | null = null
  #generation = 0

  constructor(storage: DurableObjectStorage, hooks = NO_HOOKS) {
    this.#storage = storage
    this.#hooks = hooks
    this.exec = tagExec(storage)
    this.sql = tagSql(storage)
  }

  /**
   * Runs a change in one storage transaction, then sends the effects that it queued. On failure:
   * roll back, drop caches and effects, throw. `change` must be synchronous. Nested calls join the
   * outer transaction.
   */
  transact<T>(change: () => T): T {
    if (this.#effects) return change()
    const effects: Effect[] = []
    const result = this.#runOutermost(change, effects)
    if (effects.length > 0) this.#hooks.onCommit(effects)
    return result
  }

  /** Throws outside of a transaction: nothing would send it. */
  queue(effect: Effect): void {
    if (!this.#effects) throw new Error('an effect was queued outside of a transaction')
    this.#effects.push(effect)
  }

  #runOutermost<T>(change: () => T, effects: Effect[]): T {
    this.#effects = effects
    try {
      return this.#storage.transactionSync(change)
    } catch (error) {
      this.dropCaches()
      this.#hooks.onRollback()
      throw error
    } finally {
      this.#effects = null
    }
  }

  cache<T>(make: () => T): () => T {
    let generation = -1
    let value: T | undefined
    return () => {
      if (generation !== this.#generation) {
        value = make()
        generation = this.#generation
      }
      return value as T
    }
  }

  dropCaches(): void {
    this.#generation += 1
  }

  committed(): Promise<void> {
    return this.#storage.sync()
  }
}
