import type { Sql } from '#worker/rim/sql.ts'

/**
 * Whose phone is whose. An index would be one more row written with each person, so everybody is
 * looked through once a wake; then it follows what is written.
 */
export class Phones {
  readonly #sql: Sql
  #owners: Map<string, string> | null = null
  readonly #phoneOf = new Map<string, string>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** The id of whoever has this phone (E.164) here; null for nobody. */
  ownerOf(phone: string): string | null {
    return this.#all().get(phone) ?? null
  }

  /** Notes what phone a person has now; null for none. */
  note(personId: string, phone: string | null): void {
    if (!this.#owners) return
    const former = this.#phoneOf.get(personId)
    if (former !== undefined && this.#owners.get(former) === personId) this.#owners.delete(former)
    this.#phoneOf.delete(personId)
    if (phone !== null) this.#add(this.#owners, personId, phone)
  }

  /** Has everybody looked through anew. */
  forget(): void {
    this.#owners = null
    this.#phoneOf.clear()
  }

  #all(): Map<string, string> {
    if (this.#owners) return this.#owners
    const owners = new Map<string, string>()
    const rows = this.#sql<{ id: string; phone: string }>`
      SELECT id, phone FROM guests WHERE phone IS NOT NULL`
    for (const { id, phone } of rows) this.#add(owners, id, phone)
    this.#owners = owners
    return owners
  }

  #add(owners: Map<string, string>, personId: string, phone: string): void {
    owners.set(phone, personId)
    this.#phoneOf.set(personId, phone)
  }
}
