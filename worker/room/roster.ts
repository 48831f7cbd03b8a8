import type { Interest } from '#contract/interest.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { PersonRecord } from '#worker/policy/views.ts'
import type { Sql } from '#worker/rim/sql.ts'
import type { Visit } from './visit.ts'

/** A person and what proves and times their visit. Times are milliseconds since 1970. */
export interface RosterPerson extends PersonRecord {
  secretHash: string
  enteredAt: number
  expiresAt: number
  /** When the person was last known to be connected, as far as that was written down. */
  lastSeen: number
  /** Without a socket the person counts as online until then. */
  onlineUntil: number
  leavingEndsAt: number | null
  /** Counts this person's changes; the copy in D1 carries the one that it shows. */
  revision: number
}

export interface Entry extends PersonRecord {
  barId: string
  secretHash: string
  expiresAt: number
}

type Row = {
  id: string
  name: string
  phone: string | null
  photo: string | null
  interest: Interest
  table: string
  secretHash: string
  enteredAt: number
  expiresAt: number
  lastSeen: number
  onlineUntil: number
  leavingEndsAt: number | null
  revision: number
}

/** The people of the bar: the room is their only writer. */
export class Roster {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  find(personId: string): RosterPerson | null {
    const [person] = this.#sql<Row>`
      SELECT id, name, phone, photo, interest, table_id AS "table", secret_hash AS secretHash,
        entered_at AS enteredAt, expires_at AS expiresAt, last_seen AS lastSeen,
        online_until AS onlineUntil, leaving_ends_at AS leavingEndsAt, revision
      FROM people WHERE id = ${personId}`
    return person ?? null
  }

  /** The person of a visit that is alive at `now`; null once it ended or the secret is another's. */
  findByVisit(visit: Pick<Visit, 'personId' | 'secretHash'>, now: number): RosterPerson | null {
    const person = this.find(visit.personId)
    if (!person || person.secretHash !== visit.secretHash || person.expiresAt <= now) return null
    return person
  }

  list(limit: number): RosterPerson[] {
    return this.#sql<Row>`
      SELECT id, name, phone, photo, interest, table_id AS "table", secret_hash AS secretHash,
        entered_at AS enteredAt, expires_at AS expiresAt, last_seen AS lastSeen,
        online_until AS onlineUntil, leaving_ends_at AS leavingEndsAt, revision
      FROM people LIMIT ${limit}`
  }

  isEmpty(): boolean {
    return this.#sql`SELECT 1 AS one FROM people LIMIT 1`.length === 0
  }

  /** Adds a person who counts as online until their page has had time to connect. */
  add(entry: Entry, now: number): void {
    this.#sql`
      INSERT INTO people (id, name, phone, photo, interest, table_id, secret_hash, entered_at,
        expires_at, last_seen, online_until, leaving_ends_at, revision)
      VALUES (${entry.id}, ${entry.name}, ${entry.phone}, ${entry.photo}, ${entry.interest},
        ${entry.table}, ${entry.secretHash}, ${now}, ${entry.expiresAt}, ${now},
        ${now + TIMINGS.offlineGraceMs}, NULL, 1)`
  }

  /** Notes that the last socket of a person dropped. */
  noteDropped(personId: string, now: number, graceMs: number): void {
    this.#sql`
      UPDATE people SET last_seen = ${now}, online_until = ${now + graceMs} WHERE id = ${personId}`
  }

  setLeaving(personId: string, endsAt: number | null): void {
    this.#sql`UPDATE people SET leaving_ends_at = ${endsAt} WHERE id = ${personId}`
  }

  remove(personId: string): void {
    this.#sql`DELETE FROM people WHERE id = ${personId}`
  }

  /** People whose time without a socket ran out between the two moments, both included. */
  listGraceEnded(from: number, to: number): string[] {
    return this.#sql<{ id: string }>`
      SELECT id FROM people WHERE online_until BETWEEN ${from} AND ${to}
        AND leaving_ends_at IS NULL`.map((row) => row.id)
  }

  /** People who asked to leave, or whose visit has lasted its full time, at `now`. */
  listEnded(now: number): { id: string; reason: 'left' | 'expired' }[] {
    return this.#sql<{ id: string; reason: 'left' | 'expired' }>`
      SELECT id, iif(leaving_ends_at <= ${now}, 'left', 'expired') AS reason FROM people
      WHERE leaving_ends_at <= ${now} OR expires_at <= ${now}`
  }

  /** Every person's revision, for comparing the copy in D1. */
  revisions(): Map<string, number> {
    const rows = this.#sql<{ id: string; revision: number }>`SELECT id, revision FROM people`
    return new Map(rows.map((row) => [row.id, row.revision]))
  }

  /** The next moment after `now` at which something about a person falls due; null for never. */
  nextDue(now: number): number | null {
    const [row] = this.#sql<{
      grace: number | null
      leaving: number | null
      expiry: number | null
    }>`
      SELECT min(iif(online_until > ${now}, online_until, NULL)) AS grace,
        min(leaving_ends_at) AS leaving, min(expires_at) AS expiry FROM people`
    const due = [row?.grace, row?.leaving, row?.expiry].filter((at) => at != null)
    return due.length > 0 ? Math.min(...due) : null
  }
}
