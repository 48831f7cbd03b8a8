import * as v from 'valibot'
import type { Interest } from '#contract/interest.ts'
import type { EndReason } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { PersonRecord } from '#worker/policy/views.ts'
import type { VisitTimes } from '#worker/policy/visit-at.ts'
import type { Credentials } from '#worker/room/rpc.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

interface Entered extends PersonRecord, Pick<VisitTimes, 'enteredAt' | 'expiresAt'> {
  /** Finds a repeated request. Whoever knows the attempt gets the profile, like a secret. */
  attemptHash: string
  mark: string
  /** Keyed hashes of the network that the profile was made from, and of the /48 around it. */
  network: string
  wideNetwork: string | null
}

export type NewPerson = Entered & { secretHash: string }

export interface Person extends Readonly<Entered>, Readonly<VisitTimes> {
  readonly secretHashes: readonly string[]
  /** While this person was offline, another entered with the same phone. */
  readonly isUnlisted: boolean
  /** No page has confirmed the notice of that yet. */
  readonly phoneUsed: boolean
  readonly photoTimes: readonly number[]
  /** JSON of a push subscription. */
  readonly subscription: string | null
}

type Fixed = 'id' | 'attemptHash' | 'mark' | 'network' | 'wideNetwork' | 'enteredAt' | 'expiresAt'
type Changes = Partial<Omit<Person, Fixed>>

type PersonRow = {
  id: string
  attempt_hash: string
  name: string
  phone: string | null
  photo: string | null
  interest: Interest
  shows_interest: number
  table_id: string
  secret_hashes: string
  mark: string
  network: string
  wide_network: string | null
  is_unlisted: number
  phone_used: number
  entered_at: number
  expires_at: number
  end_reason: EndReason | null
  last_seen: number
  online_until: number
  photo_times: string
  subscription: string | null
}

interface Cached {
  byId: Map<string, Person>
  /** Ids of rows that are no person. */
  unreadable: Set<string>
  isWhole: boolean
}

const hashesSchema = v.array(v.string())
const timesSchema = v.array(v.number())

/**
 * Table `bar_profiles` and its cache. The room is the only writer, so a wake reads each row once. A
 * changed person is a new object: who holds the old one can compare.
 */
export class People {
  readonly #storage: RoomStorage
  readonly #cached: () => Cached

  constructor(storage: RoomStorage) {
    this.#storage = storage
    this.#cached = storage.cache(() => ({
      byId: new Map(),
      unreadable: new Set(),
      isWhole: false,
    }))
  }

  /** Returns null for an unknown id and for an unreadable row. */
  find(personId: string): Person | null {
    const { byId, unreadable, isWhole } = this.#cached()
    const known = byId.get(personId)
    if (known || isWhole || unreadable.has(personId)) return known ?? null
    const [row] = this.#storage.sql<PersonRow>`SELECT * FROM bar_profiles WHERE id = ${personId}`
    // Misses are not cached: a client can send any number of unknown ids.
    return row ? this.#keep(row) : null
  }

  get(personId: string): Person {
    const person = this.find(personId)
    if (!person) throw new Error('a person is missing')
    return person
  }

  /** Without an index, as `listByPhone`. The visit may be over. */
  findByAttempt(attemptHash: string): Person | null {
    for (const person of this.all()) if (person.attemptHash === attemptHash) return person
    return null
  }

  /** The visit may be over. */
  findByVisit({ personId, secretHash }: Credentials): Person | null {
    const person = this.find(personId)
    return person?.secretHashes.includes(secretHash) ? person : null
  }

  /** Skips unreadable rows. */
  all(): Iterable<Person> {
    const cached = this.#cached()
    if (!cached.isWhole) {
      for (const row of this.#storage.sql<PersonRow>`SELECT * FROM bar_profiles`) {
        if (!cached.byId.has(row.id)) this.#keep(row)
      }
      // After the reading, which may fail.
      cached.isWhole = true
    }
    return cached.byId.values()
  }

  /** Ids of unreadable rows. The alarm ends their visits. */
  unreadable(): Iterable<string> {
    this.all()
    return this.#cached().unreadable
  }

  /** Newest first. Without an index, which would cost a write. */
  listByPhone(phone: string): Person[] {
    return [...this.all()]
      .filter((person) => person.phone === phone)
      .sort((one, other) => other.enteredAt - one.enteredAt)
  }

  listByMark(mark: string): string[] {
    return [...this.all()].filter((person) => person.mark === mark).map(({ id }) => id)
  }

  list(limit: number): Person[] {
    return [...this.all()].filter(({ isUnlisted }) => !isUnlisted).slice(0, limit)
  }

  isEmpty(): boolean {
    return this.#storage.sql`SELECT 1 FROM bar_profiles LIMIT 1`.length === 0
  }

  /** Online until the page had time to connect. */
  add({ secretHash, ...entered }: NewPerson): void {
    const { id, photo, enteredAt } = entered
    const person = {
      ...entered,
      secretHashes: [secretHash],
      isUnlisted: false,
      phoneUsed: false,
      endReason: null,
      lastSeen: enteredAt,
      onlineUntil: enteredAt + TIMINGS.offlineGraceMs,
      photoTimes: photo ? [enteredAt] : [],
      subscription: null,
    }
    this.#storage.sql`
      INSERT INTO bar_profiles (id, attempt_hash, name, phone, photo, interest, shows_interest,
        table_id, secret_hashes, mark, network, wide_network, is_unlisted, phone_used, entered_at,
        expires_at, last_seen, online_until, photo_times)
      VALUES (${id}, ${person.attemptHash}, ${person.name}, ${person.phone}, ${photo},
        ${person.interest}, ${Number(person.showsInterest)}, ${person.table},
        ${JSON.stringify(person.secretHashes)},
        ${person.mark}, ${person.network}, ${person.wideNetwork}, 0, 0, ${enteredAt},
        ${person.expiresAt}, ${person.lastSeen}, ${person.onlineUntil},
        ${JSON.stringify(person.photoTimes)})`
    this.#put(person)
  }

  /** Writes one row. */
  update(personId: string, changes: Changes): Person {
    const person = { ...this.get(personId), ...changes }
    this.#storage.sql`
      UPDATE bar_profiles SET name = ${person.name}, phone = ${person.phone},
        photo = ${person.photo}, interest = ${person.interest},
        shows_interest = ${Number(person.showsInterest)}, table_id = ${person.table},
        secret_hashes = ${JSON.stringify(person.secretHashes)},
        is_unlisted = ${Number(person.isUnlisted)}, phone_used = ${Number(person.phoneUsed)},
        end_reason = ${person.endReason},
        last_seen = ${person.lastSeen}, online_until = ${person.onlineUntil},
        photo_times = ${JSON.stringify(person.photoTimes)}, subscription = ${person.subscription}
      WHERE id = ${personId}`
    return this.#put(person)
  }

  erase(personId: string): void {
    this.#storage.sql`DELETE FROM bar_profiles WHERE id = ${personId}`
    const { byId, unreadable } = this.#cached()
    byId.delete(personId)
    unreadable.delete(personId)
  }

  #put(person: Person): Person {
    this.#cached().byId.set(person.id, Object.freeze(person))
    return person
  }

  /** An unreadable row must not hide the others. */
  #keep(row: PersonRow): Person | null {
    try {
      return this.#put(toPerson(row))
    } catch (error) {
      log('person_unreadable', { error })
      this.#cached().unreadable.add(row.id)
      return null
    }
  }
}

function toPerson(row: PersonRow): Person {
  const { id, name, phone, photo, interest, mark, network, subscription } = row
  return {
    id,
    name,
    phone,
    photo,
    interest,
    mark,
    network,
    subscription,
    attemptHash: row.attempt_hash,
    wideNetwork: row.wide_network,
    showsInterest: row.shows_interest === 1,
    table: row.table_id,
    secretHashes: v.parse(hashesSchema, JSON.parse(row.secret_hashes)),
    isUnlisted: row.is_unlisted === 1,
    phoneUsed: row.phone_used === 1,
    enteredAt: row.entered_at,
    expiresAt: row.expires_at,
    endReason: row.end_reason,
    lastSeen: row.last_seen,
    onlineUntil: row.online_until,
    photoTimes: v.parse(timesSchema, JSON.parse(row.photo_times)),
  }
}
