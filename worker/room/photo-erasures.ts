import type { RoomStorage } from './storage.ts'

/** The most keys that R2 deletes by one call. */
const PAGE = 1_000

/**
 * Photos to erase in R2. A path is noted in the transaction that ends the visit or replaces the
 * photo, and removed when R2 has confirmed.
 */
export class PhotoErasures {
  readonly #storage: RoomStorage

  constructor(storage: RoomStorage) {
    this.#storage = storage
  }

  /** Notes a path. Called within the change that makes it nobody's. */
  note(path: string): void {
    this.#storage.sql`INSERT OR IGNORE INTO photo_erasures (path) VALUES (${path})`
  }

  get isEmpty(): boolean {
    return this.#storage.sql`SELECT 1 FROM photo_erasures LIMIT 1`.length === 0
  }

  /** Paths that are not confirmed, at most a thousand. */
  next(): string[] {
    return this.#storage.sql<{ path: string }>`
      SELECT path FROM photo_erasures LIMIT ${PAGE}`.map(({ path }) => path)
  }

  /** Removes what R2 has confirmed. */
  confirm(paths: readonly string[]): void {
    this.#storage.sql`
      DELETE FROM photo_erasures WHERE path IN (SELECT value FROM json_each(${JSON.stringify(paths)}))`
  }
}
