import type { Exec, Sql } from '#worker/object-sql.ts'
import { tagExec, tagSql } from '#worker/object-sql.ts'

/** All values read from storage are made by `cache`, so that a rollback drops them at once. */
export class RoomStorage {
  readonly exec: Exec
  readonly sql: Sql
  readonly #storage: Pick<DurableObjectStorage, 'transactionSync' | 'sync'>
  readonly #onRollback: () => void
  #isInTransaction = false
  #generation = 0

  constructor(storage: DurableObjectStorage, onRollback: () => void = () => {}) {
    this.#storage = storage
    this.#onRollback = onRollback
    this.exec = tagExec(storage)
    this.sql = tagSql(storage)
  }

  /**
   * Runs a change in one storage transaction. On failure: roll back, drop the caches, throw.
   * `change` must be synchronous. Nested calls join the outer transaction.
   */
  transact<T>(change: () => T): T {
    if (this.#isInTransaction) return change()
    this.#isInTransaction = true
    try {
      return this.#storage.transactionSync(change)
    } catch (error) {
      this.dropCaches()
      this.#onRollback()
      throw error
    } finally {
      this.#isInTransaction = false
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
