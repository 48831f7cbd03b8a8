import * as v from 'valibot'
import type { Interest } from '#contract/interest.ts'
import type { EndReason } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { PersonRecord } from '#worker/policy/views.ts'
import type { VisitTimes } from '#worker/policy/visit-at.ts'
import type { Credentials } from '#worker/room/rpc.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

/** More tabs than an evening has. One more drops the oldest secret. */
const SECRETS_MAX = 32

export interface Person extends PersonRecord, VisitTimes {
  secretHashes: string[]
  mark: string
  /** Keyed hashes of the network that the profile was made from, and of the /48 around it. */
  network: string
  wideNetwork: string | null
  /** While this person was offline, another entered with the same phone. */
  isUnlisted: boolean
  /** No page has confirmed the notice of that yet. */
  phoneUsed: boolean
  photoTimes: number[]
  revision: number
  /** JSON of a push subscription. */
  subscription: string | null
}

export type ProfileFields = Omit<PersonRecord, 'id'> & Pick<Person, 'photoTimes'>

export type NewPerson = PersonRecord &
  Pick<Person, 'mark' | 'network' | 'wideNetwork' | 'enteredAt' | 'expiresAt'> & {
    secretHash: string
  }

export type TimesOfPerson = VisitTimes & Pick<Person, 'id' | 'isUnlisted'>

const OVER = { enteredAt: 0, expiresAt: 0, lastSeen: 0, onlineUntil: 0 }

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
  wide_network: string | null
  is_unlisted: number
  phone_used: number
  entered_at: number
  expires_at: number
  end_reason: EndReason | null
  last_seen: number
  online_until: number
  photo_times: string
  revision: number
  subscription: string | null
}

type TimesRow = Omit<TimesOfPerson, 'isUnlisted'> & { unlisted: number }

/** Of a table: what was read since the wake, and whose rows have changed since. */
interface Read<Row> {
  byId: Map<string, Row>
  isWhole: boolean
  changed: Set<string>
}

/** From then on it is quicker to read all rows again. */
const CHANGED_MAX = 100
const LAST_ID = '\uffff'

const nothingRead = <Row>(): Read<Row> => ({ byId: new Map(), isWhole: false, changed: new Set() })

/** Table `bar_profiles` and its cache. The room is the only writer, so a wake reads each row once. */
export class People {
  readonly #storage: RoomStorage
  readonly #read: () => Read<Person>
  readonly #readTimes: () => Read<TimesOfPerson>

  constructor(storage: RoomStorage) {
    this.#storage = storage
    this.#read = storage.cache(nothingRead<Person>)
    this.#readTimes = storage.cache(nothingRead<TimesOfPerson>)
  }

  /** Null also for an unreadable row. */
  find(personId: string): Person | null {
    const { byId } = this.#read()
    const known = byId.get(personId)
    if (known !== undefined) return known
    const [row] = this.#storage.sql<PersonRow>`SELECT * FROM bar_profiles WHERE id = ${personId}`
    const person = row ? readPerson(row) : null
    // Misses are not cached: a client can send any number of unknown ids.
    if (person) byId.set(personId, person)
    return person
  }

  get(personId: string): Person {
    const person = this.find(personId)
    if (!person) throw new Error('a person is missing')
    return person
  }

  /** The visit may be over. */
  findByVisit({ personId, secretHash }: Credentials): Person | null {
    const person = this.find(personId)
    return person?.secretHashes.includes(secretHash) ? person : null
  }

  /** Without unreadable rows. */
  all(): Iterable<Person> {
    const read = this.#read()
    const changed = changedIn(read)
    if (changed) for (const personId of changed) this.find(personId)
    else {
      for (const row of this.#storage.sql<PersonRow>`SELECT * FROM bar_profiles`) {
        const person = read.byId.get(row.id) ?? readPerson(row)
        if (person) read.byId.set(row.id, person)
      }
    }
    noteWhole(read)
    return read.byId.values()
  }

  /** Newest first. Without an index, which would cost a write. */
  listByPhone(phone: string): Person[] {
    return [...this.all()]
      .filter((person) => person.phone === phone)
      .sort((one, other) => other.enteredAt - one.enteredAt)
  }

  listByMark(mark: string): string[] {
    const rows = this.#storage.sql<{ id: string }>`
      SELECT id FROM bar_profiles WHERE mark = ${mark}`
    return rows.map(({ id }) => id)
  }

  list(limit: number): Person[] {
    return [...this.all()].filter(({ isUnlisted }) => !isUnlisted).slice(0, limit)
  }

  times(): Iterable<TimesOfPerson> {
    const read = this.#readTimes()
    const changed = changedIn(read)
    const found = changed
      ? changed.flatMap((personId) => this.#selectTimes(personId, personId))
      : this.#selectTimes('', LAST_ID)
    for (const times of found) read.byId.set(times.id, times)
    noteWhole(read)
    return read.byId.values()
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
        secret_hashes, mark, is_unlisted, phone_used, entered_at, expires_at, last_seen, online_until,
        photo_times, revision, network, wide_network)
      VALUES (${id}, ${person.name}, ${person.phone}, ${person.photo}, ${person.interest},
        ${Number(person.showsInterest)}, ${person.table}, ${JSON.stringify([person.secretHash])},
        ${person.mark}, 0, 0, ${enteredAt}, ${person.expiresAt}, ${enteredAt},
        ${enteredAt + TIMINGS.offlineGraceMs},
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
      UPDATE bar_profiles SET secret_hashes = ${hashes}, is_unlisted = 0,
        last_seen = iif(last_seen = entered_at, last_seen, ${now}), online_until = ${now + TIMINGS.offlineGraceMs} WHERE id = ${id}`
  }

  setSubscription(personId: string, subscription: string | null): void {
    this.#changed(personId)
    this.#storage.sql`
      UPDATE bar_profiles SET subscription = ${subscription} WHERE id = ${personId}`
  }

  unlist(personId: string): void {
    this.#changed(personId)
    this.#storage
      .sql`UPDATE bar_profiles SET is_unlisted = 1, phone_used = 1 WHERE id = ${personId}`
  }

  relist(personId: string): void {
    this.#changed(personId)
    this.#storage.sql`UPDATE bar_profiles SET is_unlisted = 0 WHERE id = ${personId}`
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

  #selectTimes(from: string, to: string): TimesOfPerson[] {
    const rows = this.#storage.sql<TimesRow>`
      SELECT id, is_unlisted AS unlisted, entered_at AS enteredAt, expires_at AS expiresAt,
        last_seen AS lastSeen, online_until AS onlineUntil,
        end_reason AS endReason
      FROM bar_profiles WHERE id >= ${from} AND id <= ${to}`
    return rows.map((row) => {
      const { id, endReason, enteredAt, expiresAt, lastSeen, onlineUntil } = row
      const numbers = [enteredAt, expiresAt, lastSeen, onlineUntil]
      const times = { enteredAt, expiresAt, lastSeen, onlineUntil }
      // Without readable times the visit is over.
      const readable = numbers.every(Number.isFinite) ? times : OVER
      return { id, isUnlisted: row.unlisted === 1, endReason, ...readable }
    })
  }

  #changed(personId: string): void {
    for (const { byId, isWhole, changed } of [this.#read(), this.#readTimes()]) {
      byId.delete(personId)
      if (isWhole) changed.add(personId)
    }
  }
}

/** Whose rows to read before all are known; null: all. */
function changedIn({ isWhole, changed }: Read<unknown>): string[] | null {
  return isWhole && changed.size <= CHANGED_MAX ? [...changed] : null
}

/** After the reading, which may fail. */
function noteWhole(read: Read<unknown>): void {
  read.isWhole = true
  read.changed.clear()
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
  if (!times.every(Number.isFinite)) {
    throw new TypeError('a time that is no number')
  }
  const { id, name, phone, photo, interest, mark, network, revision, subscription } = row
  return {
    id,
    name,
    phone,
    photo,
    interest,
    mark,
    network,
    revision,
    subscription,
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
