import { TIMINGS } from '#contract/timings.ts'
import type { Sql } from '#worker/rim/sql.ts'
import type { Contents, NewPerson, PersonRow, RosterPerson } from './roster-person.ts'
import { readPerson } from './roster-person.ts'
import type { Visit } from './visit.ts'

/** More tabs than an evening has; the oldest is forgotten, not the newest refused. */
const SECRETS_MAX = 32

/**
 * The people of the bar. The room is their only writer, so a person that was read once is read
 * again only after a write.
 */
export class Roster {
  readonly #sql: Sql
  readonly #known = new Map<string, RosterPerson>()
  readonly #noteWritten: (personId: string) => void

  /** `noteWritten` is called with the id of each person that is written. */
  constructor(sql: Sql, noteWritten: (personId: string) => void) {
    this.#sql = sql
    this.#noteWritten = noteWritten
  }

  /** The person of this id; null for none, and for a row that cannot be read. */
  find(personId: string): RosterPerson | null {
    const known = this.#known.get(personId)
    if (known !== undefined) return known
    const [row] = this.#sql<PersonRow>`
      SELECT * FROM people WHERE id = ${personId}`
    const person = row ? readPerson(row) : null
    // Misses are not cached: a client can send any number of unknown ids.
    if (person) this.#known.set(personId, person)
    return person
  }

  /** The person of a visit that is alive at `now`; null once it ended or the secret is another's. */
  findByVisit(visit: Pick<Visit, 'personId' | 'secretHash'>, now: number): RosterPerson | null {
    const person = this.find(visit.personId)
    if (!person || person.expiresAt <= now) return null
    return person.secretHashes.includes(visit.secretHash) ? person : null
  }

  /** Everybody who has this phone, the newest first. Reads every row: an index would cost a write. */
  listByPhone(phone: string): RosterPerson[] {
    const rows = this.#sql<{ id: string }>`
      SELECT id FROM people WHERE phone = ${phone} ORDER BY entered_at DESC`
    return rows.flatMap(({ id }) => this.find(id) ?? [])
  }

  /** The ids of everybody whom this browser has made. Reads every row. */
  listByMark(mark: string): string[] {
    return this.#sql<{ id: string }>`SELECT id FROM people WHERE mark = ${mark}`.map(({ id }) => id)
  }

  /** Everybody who has not stepped aside, in no order, at most so many. */
  list(limit: number): RosterPerson[] {
    return this.#sql<PersonRow>`
      SELECT * FROM people WHERE is_aside = 0 LIMIT ${limit}`.flatMap(
      (row) => readPerson(row) ?? [],
    )
  }

  /** The photo of each person who has one, by id. */
  photos(): Map<string, string> {
    const rows = this.#sql<{ id: string; photo: string }>`
      SELECT id, photo FROM people WHERE photo IS NOT NULL`
    return new Map(rows.map(({ id, photo }) => [id, photo]))
  }

  /** Adds a person who counts as online until their page has had time to connect. */
  add(person: NewPerson): void {
    this.#written(person.id)
    const { enteredAt } = person
    this.#sql`
      INSERT INTO people (id, name, phone, photo, interest, shows_interest, table_id, secret_hashes,
        mark, is_aside, phone_used, entered_at, expires_at, last_seen, online_until,
        leaving_ends_at, photo_times, revision)
      VALUES (${person.id}, ${person.name}, ${person.phone}, ${person.photo}, ${person.interest},
        ${Number(person.showsInterest)}, ${person.table}, ${JSON.stringify([person.secretHash])},
        ${person.mark}, 0, 0, ${enteredAt}, ${person.expiresAt}, ${enteredAt},
        ${enteredAt + TIMINGS.offlineGraceMs}, NULL,
        ${JSON.stringify(person.photo ? [enteredAt] : [])}, 1)`
  }

  /** Writes what a profile holds and counts the change. */
  setContents(personId: string, contents: Contents): void {
    this.#written(personId)
    this.#sql`
      UPDATE people SET name = ${contents.name}, phone = ${contents.phone},
        photo = ${contents.photo}, interest = ${contents.interest},
        shows_interest = ${Number(contents.showsInterest)}, table_id = ${contents.table},
        photo_times = ${JSON.stringify(contents.photoTimes)}, revision = revision + 1
      WHERE id = ${personId}`
  }

  /** Lets one more secret of a visit in. The person is back, and online until the page connects. */
  addSecret(person: RosterPerson, secretHash: string, now: number): void {
    this.#written(person.id)
    const hashes = JSON.stringify([...person.secretHashes, secretHash].slice(-SECRETS_MAX))
    this.#sql`
      UPDATE people SET secret_hashes = ${hashes}, is_aside = 0, last_seen = ${now},
        online_until = ${now + TIMINGS.offlineGraceMs} WHERE id = ${person.id}`
  }

  /** Nobody else sees this person until `setBack`, except their partners. */
  setAside(personId: string): void {
    this.#written(personId)
    this.#sql`UPDATE people SET is_aside = 1, phone_used = 1 WHERE id = ${personId}`
  }

  /** Undoes `setAside`, and notes whether the person has been told of it. */
  setBack(personId: string, isTold: boolean): void {
    this.#written(personId)
    this.#sql`
      UPDATE people SET is_aside = 0, phone_used = ${Number(!isTold)} WHERE id = ${personId}`
  }

  /** Notes that the last socket of a person dropped, who counts as online for a while more. */
  noteDropped(personId: string, seenAt: number, onlineUntil: number): void {
    this.#written(personId)
    this.#sql`
      UPDATE people SET last_seen = ${seenAt}, online_until = ${onlineUntil} WHERE id = ${personId}`
  }

  /** Notes that a person is still connected. */
  noteSeen(personId: string, now: number): void {
    this.#written(personId)
    this.#sql`UPDATE people SET last_seen = ${now} WHERE id = ${personId}`
  }

  /** Notes when the visit of somebody who is leaving ends; null where they stay. */
  setLeaving(personId: string, endsAt: number | null): void {
    this.#written(personId)
    this.#sql`UPDATE people SET leaving_ends_at = ${endsAt} WHERE id = ${personId}`
  }

  /** Erases a person. */
  erase(personId: string): void {
    this.#written(personId)
    this.#sql`DELETE FROM people WHERE id = ${personId}`
  }

  /** What was read may have been rolled back. */
  forget(): void {
    this.#known.clear()
  }

  #written(personId: string): void {
    this.#known.delete(personId)
    this.#noteWritten(personId)
  }
}
