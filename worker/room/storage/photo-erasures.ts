import type { RoomStorage } from './storage.ts'

/** With the thumbnails as many keys as R2 deletes in one call. */
const PAGE = 500

/** A path is noted in the transaction that ends its use, and removed when R2 has confirmed. */
export class PhotoErasures {
  readonly #storage: RoomStorage

  constructor(storage: RoomStorage) {
    this.#storage = storage
  }

  note(path: string): void {
    this.#storage.sql`INSERT OR IGNORE INTO photo_erasures (path) VALUES (${path})`
  }

  /** Whether some can be erased now: a photo waits for the reports that freeze it. */
  get areDue(): boolean {
    return this.next(1).length > 0
  }

  next(limit = PAGE): string[] {
    return this.#storage.sql<{ path: string }>`
      SELECT path FROM photo_erasures
      WHERE path NOT IN (SELECT value FROM reports, json_each(reports.photos))
      LIMIT ${limit}`.map(({ path }) => path)
  }

  /** Also what waits: the bar is gone. */
  nextOfAll(): string[] {
    return this.#storage.sql<{ path: string }>`
      SELECT path FROM photo_erasures LIMIT ${PAGE}`.map(({ path }) => path)
  }

  confirm(paths: readonly string[]): void {
    this.#storage.sql`
      DELETE FROM photo_erasures WHERE path IN (SELECT value FROM json_each(${JSON.stringify(paths)}))`
  }
}
