/** An upgrade reaches its object within this time of the Worker's question to D1. */
const UPGRADE_WITHIN_MS = 60_000

/** Sessions and roles that ended lately: an upgrade that was authorised before may arrive after the end. */
export class RecentEnds {
  readonly #at = new Map<string, number>()

  note(ids: readonly string[], now: number): void {
    for (const [id, at] of this.#at) if (at + UPGRADE_WITHIN_MS < now) this.#at.delete(id)
    for (const id of ids) this.#at.set(id, now)
  }

  has(id: string): boolean {
    return this.#at.has(id)
  }

  /** When it ended, as milliseconds since 1970; 0 if it did not lately. */
  at(id: string): number {
    return this.#at.get(id) ?? 0
  }
}
