import type { Sql } from '#worker/object-sql.ts'
import { tagSql } from '#worker/object-sql.ts'

/**
 * The room's SQLite and what is cached of it. Everything in memory that was read from storage is
 * made through `cache`, so a rollback drops all of it at once.
 */
export class RoomStorage {
  readonly sql: Sql
  readonly #storage: Pick<DurableObjectStorage, 'sql' | 'transactionSync' | 'sync'>
  readonly #onRollback: () => void
  #isInTransaction = false
  #generation = 0

  /** `onRollback` runs after a change was rolled back and the caches were dropped. */
  constructor(storage: DurableObjectStorage, onRollback: () => void = () => {}) {
    this.#storage = storage
    this.#onRollback = onRollback
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

  /** The rows of a query, one at a time. Read them to the end before anything is written. */
  each<Row extends Record<string, SqlStorageValue>>(
    strings: TemplateStringsArray,
    ...values: SqlStorageValue[]
  ): Iterable<Row> {
    return this.#storage.sql.exec<Row>(strings.join('?'), ...values)
  }

  /** A value made from storage when it is first asked for, and anew after a rollback. */
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

  /** What is in memory may differ from storage: read it again. */
  dropCaches(): void {
    this.#generation += 1
  }

  /** Resolves when everything written so far is durable. */
  committed(): Promise<void> {
    return this.#storage.sync()
  }
}
