import * as v from 'valibot'
import type { Interest } from '#contract/interest.ts'
import type { EndReason } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { PersonRecord } from '#worker/policy/views.ts'
import type { Credentials } from './rpc.ts'
import type { RoomStorage } from './storage.ts'

/** More tabs than an evening has. One more drops the oldest secret. */
const SECRETS_MAX = 32

/** Times are milliseconds since 1970. */
export interface Person extends PersonRecord {
  secretHashes: string[]
  mark: string
  /** Keyed hash of the network that the profile was made from. */
  network: string
  /** While this person was offline, another entered with the same phone. */
  isUnlisted: boolean
  /** No page has confirmed the notice of that yet. */
  phoneUsed: boolean
  enteredAt: number
  expiresAt: number
  /** As last written; up to `TIMINGS.lastSeenWrittenMs` old. `enteredAt` until a first socket was lost. */
  lastSeen: number
  /** The end of the grace without a socket. */
  onlineUntil: number
  leavingEndsAt: number | null
  photoTimes: number[]
  revision: number
  /** JSON of a push subscription. */
  subscription: string | null
}

export type ProfileFields = Omit<PersonRecord, 'id'> & Pick<Person, 'photoTimes'>

export type NewPerson = PersonRecord &
  Pick<Person, 'mark' | 'network' | 'enteredAt' | 'expiresAt'> & {
    secretHash: string
    wideNetwork: string | null
  }

export interface VisitTimes
  extends Pick<
    Person,
    'id' | 'isUnlisted' | 'enteredAt' | 'expiresAt' | 'lastSeen' | 'onlineUntil' | 'leavingEndsAt'
  > {
  /** Why the alarm ends the visit, if somebody else decided it. */
  endReason: EndReason | null
}

const OVER = { enteredAt: 0, expiresAt: 0, lastSeen: 0, onlineUntil: 0, leavingEndsAt: null }

const hashesSchema = v.array(v.string())
const timesSchema = v.array(v.number())

type PersonRow = {
  id: string
  name: string
  phone: string | null
  photo: string | null
  interest: Interest
  shows_interest: number
  table_id: string
  secret_hashes: string
  mark: string
  network: string
  is_aside: number
  phone_used: number
  entered_at: number
  expires_at: number
  last_seen: number
  online_until: number
  leaving_ends_at: number | null
  photo_times: string
  revision: number
  subscription: string | null
}

type VisitTimesRow = Omit<VisitTimes, 'isUnlisted'> & { unlisted: number }

/** Table `bar_profiles` and its cache. The room is the only writer. */
export class People {
  readonly #storage: RoomStorage
  readonly #cache: () => Map<string, Person>

  constructor(storage: RoomStorage) {
    this.#storage = storage
    this.#cache = storage.cache(() => new Map())
  }

  /** Null also for an unreadable row. */
  find(personId: string): Person | null {
    const known = this.#cache().get(personId)
    if (known !== undefined) return known
    const [row] = this.#storage.sql<PersonRow>`SELECT * FROM bar_profiles WHERE id = ${personId}`
    const person = row ? readPerson(row) : null
    // Misses are not cached: a client can send any number of unknown ids.
    if (person) this.#cache().set(personId, person)
    return person
  }

  get(personId: string): Person {
    const person = this.find(personId)
    if (!person) throw new Error('a person is missing')
    return person
  }

  findByVisit({ personId, secretHash }: Credentials, now: number): Person | null {
    const person = this.find(personId)
    if (!person || person.expiresAt <= now) return null
    return person.secretHashes.includes(secretHash) ? person : null
  }

  /** Newest first. Reads every row: an index would cost a write. */
  listByPhone(phone: string): Person[] {
    const rows = this.#storage.sql<{ id: string }>`
      SELECT id FROM bar_profiles WHERE phone = ${phone} ORDER BY entered_at DESC`
    return rows.flatMap(({ id }) => this.find(id) ?? [])
  }

  listByMark(mark: string): string[] {
    const rows = this.#storage.sql<{ id: string }>`
      SELECT id FROM bar_profiles WHERE mark = ${mark}`
    return rows.map(({ id }) => id)
  }

  list(limit: number): Person[] {
    const rows = this.#storage.sql<PersonRow>`
      SELECT * FROM bar_profiles WHERE is_aside = 0 LIMIT ${limit}`
    return rows.flatMap((row) => readPerson(row) ?? [])
  }

  *times(): Generator<VisitTimes> {
    const rows = this.#storage.each<VisitTimesRow>`
      SELECT id, is_aside AS unlisted, entered_at AS enteredAt, expires_at AS expiresAt,
        last_seen AS lastSeen, online_until AS onlineUntil, leaving_ends_at AS leavingEndsAt,
        end_reason AS endReason
      FROM bar_profiles`
    for (const { id, unlisted, endReason, ...times } of rows) {
      const isReadable = Object.values(times).every((at) => at === null || Number.isFinite(at))
      // Without readable times the visit is over.
      yield { id, isUnlisted: unlisted === 1, endReason, ...(isReadable ? times : OVER) }
    }
  }

  photos(): Map<string, string> {
    const rows = this.#storage.sql<{ id: string; photo: string }>`
      SELECT id, photo FROM bar_profiles WHERE photo IS NOT NULL`
    return new Map(rows.map(({ id, photo }) => [id, photo]))
  }

  isEmpty(): boolean {
    return this.#storage.sql`SELECT 1 FROM bar_profiles LIMIT 1`.length === 0
  }

  /** Online until the page had time to connect. */
  add(person: NewPerson): void {
    const { id, enteredAt } = person
    this.#changed(id)
    this.#storage.sql`
      INSERT INTO bar_profiles (id, name, phone, photo, interest, shows_interest, table_id,
        secret_hashes, mark, is_aside, phone_used, entered_at, expires_at, last_seen, online_until,
        leaving_ends_at, photo_times, revision, network, wide_network)
      VALUES (${id}, ${person.name}, ${person.phone}, ${person.photo}, ${person.interest},
        ${Number(person.showsInterest)}, ${person.table}, ${JSON.stringify([person.secretHash])},
        ${person.mark}, 0, 0, ${enteredAt}, ${person.expiresAt}, ${enteredAt},
        ${enteredAt + TIMINGS.offlineGraceMs}, NULL,
        ${JSON.stringify(person.photo ? [enteredAt] : [])}, 1, ${person.network},
        ${person.wideNetwork})`
  }

  setProfile(personId: string, profile: ProfileFields): void {
    this.#changed(personId)
    this.#storage.sql`
      UPDATE bar_profiles SET name = ${profile.name}, phone = ${profile.phone},
        photo = ${profile.photo}, interest = ${profile.interest},
        shows_interest = ${Number(profile.showsInterest)}, table_id = ${profile.table},
        photo_times = ${JSON.stringify(profile.photoTimes)}, revision = revision + 1
      WHERE id = ${personId}`
  }

  addSecret({ id, secretHashes }: Person, secretHash: string, now: number): void {
    this.#changed(id)
    const hashes = JSON.stringify([...secretHashes, secretHash].slice(-SECRETS_MAX))
    this.#storage.sql`
      UPDATE bar_profiles SET secret_hashes = ${hashes}, is_aside = 0,
        last_seen = iif(last_seen = entered_at, last_seen, ${now}), online_until = ${now + TIMINGS.offlineGraceMs} WHERE id = ${id}`
  }

  setSubscription(personId: string, subscription: string | null): void {
    this.#changed(personId)
    this.#storage.sql`
      UPDATE bar_profiles SET subscription = ${subscription} WHERE id = ${personId}`
  }

  unlist(personId: string): void {
    this.#changed(personId)
    this.#storage.sql`UPDATE bar_profiles SET is_aside = 1, phone_used = 1 WHERE id = ${personId}`
  }

  relist(personId: string): void {
    this.#changed(personId)
    this.#storage.sql`UPDATE bar_profiles SET is_aside = 0 WHERE id = ${personId}`
  }

  clearPhoneUsed(personId: string): void {
    this.#changed(personId)
    this.#storage.sql`UPDATE bar_profiles SET phone_used = 0 WHERE id = ${personId}`
  }

  setDisconnected(personId: string, lastSeen: number, onlineUntil: number): void {
    this.#changed(personId)
    this.#storage.sql`
      UPDATE bar_profiles SET last_seen = max(${lastSeen}, entered_at + 1),
        online_until = ${onlineUntil}
      WHERE id = ${personId}`
  }

  setSeen(personId: string, now: number): void {
    this.#changed(personId)
    this.#storage.sql`UPDATE bar_profiles SET last_seen = ${now} WHERE id = ${personId}`
  }

  setGrace(personId: string, until: number, seenBefore: number): void {
    this.#changed(personId)
    this.#storage.sql`
      UPDATE bar_profiles SET online_until = ${until}, last_seen = ${seenBefore}
      WHERE id = ${personId} AND last_seen < ${seenBefore} AND online_until < ${until}`
  }

  setLeaving(personId: string, endsAt: number | null): void {
    this.#changed(personId)
    this.#storage.sql`UPDATE bar_profiles SET leaving_ends_at = ${endsAt} WHERE id = ${personId}`
  }

  /** Their visits are over from now on. The alarm ends them. */
  setOver(personIds: readonly string[], reason: EndReason, now: number): void {
    for (const personId of personIds) this.#changed(personId)
    this.#storage.sql`
      UPDATE bar_profiles SET expires_at = ${now}, end_reason = ${reason}
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(personIds)}))`
  }

  erase(personId: string): void {
    this.#changed(personId)
    this.#storage.sql`DELETE FROM bar_profiles WHERE id = ${personId}`
  }

  #changed(personId: string): void {
    this.#cache().delete(personId)
  }
}

/** An unreadable row must not hide the others. */
function readPerson(row: PersonRow): Person | null {
  try {
    return toPerson(row)
  } catch (error) {
    log('person_unreadable', { error })
    return null
  }
}

function toPerson(row: PersonRow): Person {
  const times = [row.entered_at, row.expires_at, row.last_seen, row.online_until]
  if (![...times, row.leaving_ends_at ?? 0].every(Number.isFinite)) {
    throw new TypeError('a time that is no number')
  }
  const { id, name, phone, photo, interest, mark, network, revision, subscription } = row
  return {
    ...{ id, name, phone, photo, interest, mark, network, revision, subscription },
    showsInterest: row.shows_interest === 1,
    table: row.table_id,
    secretHashes: v.parse(hashesSchema, JSON.parse(row.secret_hashes)),
    isUnlisted: row.is_aside === 1,
    phoneUsed: row.phone_used === 1,
    enteredAt: row.entered_at,
    expiresAt: row.expires_at,
    lastSeen: row.last_seen,
    onlineUntil: row.online_until,
    leavingEndsAt: row.leaving_ends_at,
    photoTimes: v.parse(timesSchema, JSON.parse(row.photo_times)),
  }
}
