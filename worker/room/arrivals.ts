import type { ErrorCode } from '#contract/errors.ts'
import type { OwnPerson } from '#contract/person.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { BarDoor } from '#worker/db/bars.ts'
import { isDatabaseAway } from '#worker/db/trouble.ts'
import { log } from '#worker/log.ts'
import { toOwnPerson, toPublicPerson } from '#worker/policy/views.ts'
import type { Door } from './door.ts'
import type { RoomParts } from './parts.ts'
import type { Device, Recovery } from './recovery.ts'
import type { Entry, RosterPerson } from './roster-person.ts'
import { hashVisitSecret, mintVisitSecret } from './visit-secret.ts'

export type Refused = { ok: false; code: ErrorCode }
/** `secret` is null where the one that the Worker made is right. */
export type Arrived = {
  ok: true
  person: OwnPerson
  secret: string | null
  /** The profile was made by an earlier try, whose answer was lost. */
  isRepeat?: true
}

/** How people come in: with a new profile, with one that is found again, or with one more tab. */
export class Arrivals {
  readonly #parts: RoomParts
  readonly #recovery: Recovery
  readonly #door: Door
  readonly #env: Env

  constructor(parts: RoomParts, recovery: Recovery, door: Door, env: Env) {
    this.#parts = parts
    this.#recovery = recovery
    this.#door = door
    this.#env = env
  }

  /** Makes a person, or finds the one who has this phone. An id that exists is refused. */
  async enter(barId: string, entry: Entry, device: Device): Promise<Arrived | Refused> {
    const { tables, acts } = this.#parts
    if (!tables.ready) {
      const door = await this.#askDoor(barId)
      if (door === 'unknown') return { ok: false, code: 'unavailable' }
      if (door !== 'open') return { ok: false, code: door ? 'bar_paused' : 'bar_not_found' }
    }
    const answer = acts.whole(() => {
      tables.create(barId)
      return this.#enter(entry, device)
    })
    return typeof answer === 'function' ? answer() : answer
  }

  /** Makes a person. What takes a secret that the Worker could not make is for afterwards. */
  #enter(entry: Entry, device: Device): Arrived | Refused | (() => Promise<Arrived | Refused>) {
    const { tables, roster, removals, directory, limits, feed, noteEffects } = this.#parts
    const shutOut = this.#shutOut(device.personId)
    if (shutOut) return shutOut
    this.#welcomeMaker(device.personId)
    if (this.#isRepeat(entry)) return () => this.#repeat(entry.id)
    const known = entry.phone ? roster.findByPhone(entry.phone) : null
    if (known) {
      const refusal = this.#recovery.refusal(known, entry, device, Date.now())
      return refusal ? { ok: false, code: refusal } : () => this.#recover(known, entry, device)
    }
    if (tables.paused) return { ok: false, code: 'bar_paused' }
    const now = Date.now()
    if (roster.isTaken(entry.id)) return { ok: false, code: 'id_taken' }
    if (directory.counts.total >= limits.peoplePerBar) return { ok: false, code: 'bar_full' }
    roster.add(entry, now)
    if (device.personId) removals.noteSameDevice(entry.id, device.personId, now)
    this.#parts.wakeBy(now + TIMINGS.offlineGraceMs, now)
    noteEffects(now)
    feed.tell([{ kind: 'entered', person: toPublicPerson(entry, true) }])
    return { ok: true, person: toOwnPerson(entry, true), secret: null }
  }

  /** Whom a device key of this bar stands for. The Worker has read the key. */
  recognise(personId: string): { ok: true; name: string; photo: string | null } | Refused {
    const shutOut = this.#shutOut(personId)
    if (shutOut) return shutOut
    const person = this.#welcomeMaker(personId)
    if (!person) return { ok: false, code: 'person_not_found' }
    return { ok: true, name: person.name, photo: person.photo }
  }

  /** One more secret for the browser that made a profile. */
  async continueAs(personId: string): Promise<Arrived | Refused> {
    const known = this.#findAlive(personId, Date.now())
    if (known && !this.#parts.budgets.takeAct(personId, Date.now())) {
      return { ok: false, code: 'rate_limited' }
    }
    const minted = await this.#mintSecret(known)
    const shutOut = this.#shutOut(personId)
    if (shutOut) return shutOut
    const now = Date.now()
    const person = this.#findAlive(personId, now)
    if (!minted || !person) return { ok: false, code: 'person_not_found' }
    const continued = this.#parts.acts.whole(() =>
      this.#recovery.continueAs(person, minted.hash, now),
    )
    return { ok: true, person: toOwnPerson(continued, true), secret: minted.secret }
  }

  async #askDoor(barId: string): Promise<BarDoor | 'unknown'> {
    try {
      return await this.#door.ask(barId)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      log('door_not_known', { barId, error })
      return 'unknown'
    }
  }

  /** Whether this is the browser that made the profile a moment ago, asking once more. */
  #isRepeat({ id, attemptHash }: Entry): boolean {
    const hashes = this.#parts.roster.find(id)?.ownerHashes
    return attemptHash !== null && hashes?.includes(attemptHash) === true
  }

  async #repeat(personId: string): Promise<Arrived | Refused> {
    const again = await this.continueAs(personId)
    return again.ok ? { ...again, isRepeat: true } : again
  }

  async #recover(known: RosterPerson, entry: Entry, device: Device): Promise<Arrived | Refused> {
    const minted = await this.#mintSecret(known)
    const shutOut = this.#shutOut(device.personId)
    if (shutOut) return shutOut
    const now = Date.now()
    const person = this.#findAlive(known.id, now)
    const isOwner = device.personId === known.id
    // While the secret was made the profile's own page may have come back.
    if (!minted || !person || (!isOwner && this.#parts.presence.isOnline(person, now))) {
      return { ok: false, code: 'profile_online' }
    }
    const renewed = { ...entry, secretHash: minted.hash }
    const recovered = this.#parts.acts.whole(() =>
      this.#recovery.recover(person, renewed, isOwner, now),
    )
    return { ok: true, person: toOwnPerson(recovered, true), secret: minted.secret }
  }

  /** Any sign of the browser that made a profile undoes what somebody did by its phone alone. */
  #welcomeMaker(personId: string | null): RosterPerson | null {
    const now = Date.now()
    const person = personId === null ? null : this.#findAlive(personId, now)
    return person && this.#recovery.takeBack(person, now)
  }

  /** Why the browser that made a profile may not come in; null where it may. */
  #shutOut(personId: string | null): Refused | null {
    const { tables, removals, strikes } = this.#parts
    if (personId === null || !tables.ready) return null
    const now = Date.now()
    if (removals.isOut(personId, now)) return { ok: false, code: 'removed' }
    return strikes.isKeptOut(personId, now) ? { ok: false, code: 'misbehaved' } : null
  }

  #findAlive(personId: string, now: number): RosterPerson | null {
    const person = this.#parts.tables.ready ? this.#parts.roster.find(personId) : null
    return person && person.expiresAt > now && person.leavingEndsAt === null ? person : null
  }

  /** A secret for a profile that was found: the Worker could not know its id. */
  async #mintSecret(person: RosterPerson | null): Promise<{ secret: string; hash: string } | null> {
    const { barId } = this.#parts.tables
    if (!person || !barId) return null
    const claim = { barId, personId: person.id, expiresAt: person.expiresAt }
    const secret = await mintVisitSecret(this.#env.VISIT_SIGNING_KEY, claim)
    return { secret, hash: await hashVisitSecret(secret) }
  }
}
