import { TIMINGS } from '#contract/timings.ts'
import type { Sql } from '#worker/rim/sql.ts'
import { Phones } from './phones.ts'
import type { Contents, Entry, PersonRow, RosterPerson } from './roster-person.ts'
import { readPerson } from './roster-person.ts'
import type { Takeover } from './takeover.ts'
import type { Visit } from './visit.ts'

/** More tabs than an evening has; the oldest is forgotten, not the newest refused. */
const OWNER_SECRETS = 32

/**
 * The people of the bar: the room is their only writer, so that whoever was read once need not be
 * read again until something of theirs is written.
 */
export class Roster {
  readonly #sql: Sql
  readonly #known = new Map<string, RosterPerson>()
  readonly #phones: Phones
  readonly #noteWritten: (personId: string) => void

  /** `noteWritten` hears of everybody of whom something is written. */
  constructor(sql: Sql, noteWritten: (personId: string) => void) {
    this.#sql = sql
    this.#phones = new Phones(sql)
    this.#noteWritten = noteWritten
  }

  /** Whoever is here under this id; null for nobody, and for a row that cannot be read. */
  find(personId: string): RosterPerson | null {
    const known = this.#known.get(personId)
    if (known !== undefined) return known
    const [row] = this.#sql<PersonRow>`
      SELECT * FROM guests WHERE id = ${personId}`
    const person = row ? readPerson(row) : null
    // Ids that nobody has are as many as a client likes to make up.
    if (person) this.#known.set(personId, person)
    return person
  }

  /** The person of a visit that is alive at `now`; null once it ended or the secret is another's. */
  findByVisit(visit: Pick<Visit, 'personId' | 'secretHash'>, now: number): RosterPerson | null {
    const person = this.find(visit.personId)
    if (!person || person.expiresAt <= now) return null
    const { ownerHashes, takeover } = person
    const isKnown =
      ownerHashes.includes(visit.secretHash) || takeover?.secretHash === visit.secretHash
    return isKnown ? person : null
  }

  /** Whose phone this is here. */
  findByPhone(phone: string): RosterPerson | null {
    const personId = this.#phones.ownerOf(phone)
    return personId === null ? null : this.find(personId)
  }

  /** Everybody who is here, in no order, at most so many. */
  list(limit: number): RosterPerson[] {
    return this.#sql<PersonRow>`
      SELECT * FROM guests LIMIT ${limit}`.flatMap((row) => readPerson(row) ?? [])
  }

  /** The photos that are kept for each person, those that a take-back would bring again included. */
  photos(): Map<string, string[]> {
    const rows = this.#sql<PersonRow>`
      SELECT * FROM guests WHERE photo IS NOT NULL OR takeover IS NOT NULL`
    return new Map(
      rows.map((row) => {
        const kept = [row.photo, readPerson(row)?.takeover?.before.photo]
        return [row.id, [...new Set(kept.filter((path) => typeof path === 'string'))]]
      }),
    )
  }

  /** Adds a person who counts as online until their page has had time to connect. */
  add(entry: Entry, now: number): void {
    this.#written(entry.id)
    const hashes = [entry.secretHash, ...(entry.attemptHash ? [entry.attemptHash] : [])]
    this.#sql`
      INSERT INTO bar_profiles (id, name, phone, photo, interest, shows_interest, table_id, owner_hashes,
        takeover, entered_at, expires_at, last_seen, online_until, leaving_ends_at, photo_times,
        revision, ended_at)
      VALUES (${entry.id}, ${entry.name}, ${entry.phone}, ${entry.photo}, ${entry.interest},
        ${Number(entry.showsInterest)}, ${entry.table}, ${JSON.stringify(hashes)},
        NULL, ${now}, ${entry.expiresAt}, ${now}, ${now + TIMINGS.offlineGraceMs}, NULL,
        ${JSON.stringify(entry.photo ? [now] : [])}, 1, NULL)`
    this.#phones.note(entry.id, entry.phone)
  }

  /** Writes what a profile holds and counts the change. */
  setContents(personId: string, contents: Contents): void {
    this.#written(personId)
    this.#sql`
      UPDATE bar_profiles SET name = ${contents.name}, phone = ${contents.phone},
        photo = ${contents.photo}, interest = ${contents.interest},
        shows_interest = ${Number(contents.showsInterest)}, table_id = ${contents.table},
        photo_times = ${JSON.stringify(contents.photoTimes)}, revision = revision + 1
      WHERE id = ${personId}`
    this.#phones.note(personId, contents.phone)
  }

  /** Lets one more secret of the profile's maker in, and counts them as online for its page. */
  addOwnerHash(person: RosterPerson, secretHash: string, now: number): void {
    this.#written(person.id)
    const hashes = JSON.stringify([...person.ownerHashes, secretHash].slice(-OWNER_SECRETS))
    this.#sql`
      UPDATE bar_profiles SET owner_hashes = ${hashes}, last_seen = ${now},
        online_until = ${now + TIMINGS.offlineGraceMs} WHERE id = ${person.id}`
  }

  /** Notes who recovered the profile by phone alone; null where its maker is back. */
  setTakeover(personId: string, takeover: Takeover | null, now: number): void {
    this.#written(personId)
    const text = takeover && JSON.stringify(takeover)
    this.#sql`
      UPDATE bar_profiles SET takeover = ${text}, last_seen = ${now},
        online_until = ${now + TIMINGS.offlineGraceMs} WHERE id = ${personId}`
  }

  /** Notes that the last socket of a person dropped, who counts as online for a while more. */
  noteDropped(personId: string, seenAt: number, onlineUntil: number): void {
    this.#written(personId)
    this.#sql`
      UPDATE bar_profiles SET last_seen = ${seenAt}, online_until = ${onlineUntil} WHERE id = ${personId}`
  }

  /** Notes that a person is still connected. */
  noteSeen(personId: string, now: number): void {
    this.#written(personId)
    this.#sql`UPDATE bar_profiles SET last_seen = ${now} WHERE id = ${personId}`
  }

  /** Notes when the visit of somebody who is leaving ends; null where they stay. */
  setLeaving(personId: string, endsAt: number | null): void {
    this.#written(personId)
    this.#sql`UPDATE bar_profiles SET leaving_ends_at = ${endsAt} WHERE id = ${personId}`
  }

  /** Whether the id is, or was tonight, somebody's here. */
  isTaken(personId: string): boolean {
    return this.#sql`SELECT 1 AS one FROM bar_profiles WHERE id = ${personId}`.length > 0
  }

  /** Erases everything about a person but that the id is not to be had again. */
  erase(personId: string, now: number): void {
    this.#written(personId)
    this.#sql`
      UPDATE bar_profiles SET name = '', phone = NULL, photo = NULL, interest = 'all', table_id = '',
        owner_hashes = '', takeover = NULL, leaving_ends_at = NULL, photo_times = '',
        ended_at = ${now}
      WHERE id = ${personId}`
    this.#phones.note(personId, null)
  }

  /** What was read may have been taken back. */
  forget(): void {
    this.#known.clear()
    this.#phones.forget()
  }

  #written(personId: string): void {
    this.#known.delete(personId)
    this.#noteWritten(personId)
  }
}
