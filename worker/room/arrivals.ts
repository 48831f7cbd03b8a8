import type { ErrorCode } from '#contract/errors.ts'
import type { OwnPerson } from '#contract/person.ts'
import { barExists } from '#worker/db/bars.ts'
import { toOwnPerson, toPublicPerson } from '#worker/policy/views.ts'
import type { RoomParts } from './parts.ts'
import type { Device, Recovery } from './recovery.ts'
import type { Entry, RosterPerson } from './roster.ts'
import { hashVisitSecret, mintVisitSecret } from './visit-secret.ts'

export type Refused = { ok: false; code: ErrorCode }
/** `secret` is null where the one that the Worker made is right. */
export type Arrived = { ok: true; person: OwnPerson; secret: string | null }

/** How people come in: with a new profile, with one that is found again, or with one more tab. */
export class Arrivals {
  readonly #parts: RoomParts
  readonly #recovery: Recovery
  readonly #env: Env

  constructor(parts: RoomParts, recovery: Recovery, env: Env) {
    this.#parts = parts
    this.#recovery = recovery
    this.#env = env
  }

  /** Makes a person, or finds the one who has this phone. An id that exists is refused. */
  async enter(barId: string, entry: Entry, device: Device): Promise<Arrived | Refused> {
    const { tables, roster, feed, noteChange } = this.#parts
    if (!tables.ready) {
      if (!(await barExists(this.#env.DB, barId))) return { ok: false, code: 'bar_not_found' }
      tables.create(barId)
    }
    this.#welcomeMaker(device.personId)
    const known = entry.phone ? roster.findByPhone(entry.phone) : null
    if (known) return this.#recover(known, entry, device)
    const now = Date.now()
    if (roster.isTaken(entry.id)) return { ok: false, code: 'id_taken' }
    roster.add(entry, now)
    noteChange(entry.id, now)
    feed.tell([{ kind: 'entered', person: toPublicPerson(entry, true) }])
    return { ok: true, person: toOwnPerson(entry, true), secret: null }
  }

  /** Whom a device key of this bar stands for. The Worker has read the key. */
  recognise(personId: string): { ok: true; name: string; photo: string | null } | Refused {
    const person = this.#welcomeMaker(personId)
    if (!person) return { ok: false, code: 'person_not_found' }
    return { ok: true, name: person.name, photo: person.photo }
  }

  /** One more secret for the browser that made a profile. */
  async continueAs(personId: string): Promise<Arrived | Refused> {
    const minted = await this.#mintSecret(this.#findAlive(personId, Date.now()))
    const now = Date.now()
    const person = this.#findAlive(personId, now)
    if (!minted || !person) return { ok: false, code: 'person_not_found' }
    const continued = this.#recovery.continueAs(person, minted.hash, now)
    return { ok: true, person: toOwnPerson(continued, true), secret: minted.secret }
  }

  async #recover(known: RosterPerson, entry: Entry, device: Device): Promise<Arrived | Refused> {
    const refusal = this.#recovery.refusal(known, entry, device, Date.now())
    if (refusal) return { ok: false, code: refusal }
    const minted = await this.#mintSecret(known)
    const now = Date.now()
    const person = this.#findAlive(known.id, now)
    const isOwner = device.personId === known.id
    // While the secret was made the profile's own page may have come back.
    if (!minted || !person || (!isOwner && this.#parts.presence.isOnline(person, now))) {
      return { ok: false, code: 'profile_online' }
    }
    const recovered = this.#recovery.recover(
      person,
      { ...entry, secretHash: minted.hash },
      isOwner,
      now,
    )
    return { ok: true, person: toOwnPerson(recovered, true), secret: minted.secret }
  }

  /** Any sign of the browser that made a profile undoes what somebody did by its phone alone. */
  #welcomeMaker(personId: string | null): RosterPerson | null {
    const now = Date.now()
    const person = personId === null ? null : this.#findAlive(personId, now)
    return person && this.#recovery.takeBack(person, now)
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
