import type { Entered } from '#contract/entered.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { History } from '#contract/message.ts'
import type { OwnData } from '#contract/own-data.ts'
import type { OwnPerson } from '#contract/person.ts'
import type { EndReason } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { DeviceClaim } from '#worker/auth/tokens.ts'
import {
  hashSecret,
  mintDeviceKey,
  mintMark,
  mintMarkId,
  mintVisitSecret,
  toPersonId,
} from '#worker/auth/tokens.ts'
import { toOwnPerson, toPublicPerson } from '#worker/policy/views.ts'
import type { Conversations } from './conversations.ts'
import type { Changed, Effect } from './effects.ts'
import { toBroadcast } from './effects.ts'
import type { Occupancy } from './occupancy.ts'
import type { People, Person, ProfileFields } from './people.ts'
import type { PhoneRecovery } from './phone-recovery.ts'
import type { PhotoErasures } from './photo-erasures.ts'
import type { Presence } from './presence.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Admitted, Browser, Profile, ProfileChanges, Refused } from './rpc.ts'
import type { Abuse } from './safety/abuse.ts'
import type { Removals } from './safety/removals.ts'
import type { Schema } from './schema.ts'

interface Parts {
  schema: Schema
  people: People
  presence: Presence
  conversations: Conversations
  rateLimits: RateLimits
  phoneRecovery: PhoneRecovery
  photoErasures: PhotoErasures
  occupancy: Occupancy
  abuse: Abuse
  removals: Removals
}

const HOUR_MS = 3_600_000
const NOT_FOUND: Refused = { ok: false, code: 'person_not_found' }

/** What returns effects runs in a transaction; they are sent after its commit. */
export class Visits {
  readonly #parts: Parts
  readonly #key: string
  readonly #wakeBy: (at: number) => void

  constructor(parts: Parts, key: string, wakeBy: (at: number) => void) {
    this.#parts = parts
    this.#key = key
    this.#wakeBy = wakeBy
  }

  /** A device key with the same phone updates its person, else a new person is made. */
  enter(attempt: string, profile: Profile, browser: Browser, total: number, limit: number) {
    const now = Date.now()
    const { schema, people } = this.#parts
    const banned = this.#whyBanned([browser.mark?.id, browser.device?.mark], now)
    if (banned) return refuse(banned)
    const id = toPersonId(this.#key, schema.room.salt, attempt)
    const repeated = people.find(id)
    if (repeated) return this.#continue(repeated, browser, null, now)
    const own = this.findOwn(profile, browser)
    if (own) return this.#recover(own, profile, browser, now)
    if (schema.room.isPaused) return refuse('bar_paused')
    if (total >= limit) return refuse('bar_full')
    return this.#create(id, profile, browser, now)
  }

  findOwn({ phone }: Profile, { device }: Browser): Person | null {
    if (!device || phone === null) return null
    const own = this.#findByKey(device, Date.now())
    return own?.phone === phone ? own : null
  }

  recognise(device: DeviceClaim): { ok: true; name: string; photo: string | null } | Refused {
    const now = Date.now()
    const code = this.#whyBanned([device.mark], now)
    if (code) return { ok: false, code }
    const person = this.#findByKey(device, now)
    return person ? { ok: true, name: person.name, photo: person.photo } : NOT_FOUND
  }

  continue(device: DeviceClaim): Changed<Admitted | Refused> {
    const now = Date.now()
    const banned = this.#whyBanned([device.mark], now)
    if (banned) return refuse(banned)
    const person = this.#findByKey(device, now)
    if (!person) return refuse('person_not_found')
    return this.#continue(person, { device, mark: null, network: '' }, 'key', now)
  }

  comeBack(person: Person): Effect[] {
    this.#parts.people.setBack(person.id, false)
    const online = this.#parts.presence.isOnline(person, Date.now())
    return [toBroadcast({ kind: 'back', person: toPublicPerson(person, online) })]
  }

  /** The first frame says once if their phone was used. */
  connect(person: Person): Effect[] {
    if (person.isAside || person.phoneUsed) this.#parts.people.setBack(person.id, true)
    const online = person.leavingEndsAt === null
    if (person.isAside) {
      return [toBroadcast({ kind: 'back', person: toPublicPerson(person, online) })]
    }
    if (!online || this.#parts.presence.isOnline(person, Date.now())) return []
    return [toBroadcast({ kind: 'presence', personId: person.id, online })]
  }

  edit(
    person: Person,
    changes: ProfileChanges,
  ): Changed<{ ok: true; person: OwnPerson } | Refused> {
    const now = Date.now()
    const { people, presence, rateLimits } = this.#parts
    if (!rateLimits.consumeChange(person.id, now)) return refuse('rate_limited')
    if (changes.photo && !hasPhotosLeft(person, now)) return refuse('rate_limited')
    const { photo = person.photo, phone = person.phone } = changes
    this.#setProfile(person, {
      name: changes.name ?? person.name,
      phone,
      photo,
      interest: changes.interest ?? person.interest,
      showsInterest: changes.showsInterest ?? person.showsInterest,
      table: changes.table ?? person.table,
      photoTimes: changes.photo ? [...recentPhotos(person, now), now] : person.photoTimes,
    })
    const edited = people.get(person.id)
    const own = toOwnPerson(edited, presence.isOnline(edited, now))
    const shown = toPublicPerson(edited, own.online)
    const effects = [toBroadcast({ kind: 'changed', person: shown })]
    return { result: { ok: true, person: own }, effects }
  }

  /** A repeated request does not move `endsAt`. */
  startLeaving(person: Person): Changed<{ ok: true; endsAt: number }> {
    const now = Date.now()
    if (person.leavingEndsAt !== null) {
      return { result: { ok: true, endsAt: person.leavingEndsAt }, effects: [] }
    }
    const endsAt = now + TIMINGS.leavingMs
    const effects: Effect[] = [
      { kind: 'send', personId: person.id, message: { type: 'leaving', endsAt } },
    ]
    if (this.#parts.presence.isOnline(person, now)) {
      effects.unshift(toBroadcast({ kind: 'presence', personId: person.id, online: false }))
    }
    this.#parts.people.setLeaving(person.id, endsAt)
    this.#wakeBy(endsAt)
    return { result: { ok: true, endsAt }, effects }
  }

  stay(person: Person): Changed<{ ok: true } | Refused> {
    const now = Date.now()
    const { people, presence, rateLimits } = this.#parts
    if (person.leavingEndsAt === null) return { result: { ok: true }, effects: [] }
    if (person.leavingEndsAt <= now) return refuse('visit_ended')
    if (!rateLimits.consumeChange(person.id, now)) return refuse('rate_limited')
    people.setLeaving(person.id, null)
    const effects: Effect[] = [
      { kind: 'send', personId: person.id, message: { type: 'leaving', endsAt: null } },
    ]
    if (presence.isOnline(people.get(person.id), now)) {
      effects.unshift(toBroadcast({ kind: 'presence', personId: person.id, online: true }))
    }
    return { result: { ok: true }, effects }
  }

  /** Erases the conversations for both sides. */
  end(personId: string, reason: EndReason): Effect[] {
    const { people, conversations, occupancy, rateLimits, photoErasures } = this.#parts
    const person = people.find(personId)
    const messages = conversations.erase(personId)
    if (person) occupancy.noteEnd(person.enteredAt)
    // The bucket's lifecycle rule erases the photo of an unreadable row.
    if (person?.photo) photoErasures.note(person.photo)
    people.erase(personId)
    rateLimits.forget(personId)
    const name = person?.name ?? ''
    const erased = { profiles: 1, photos: person?.photo ? 1 : 0, messages }
    return [
      { kind: 'end', personId, reason, erased },
      toBroadcast({ kind: 'left', personId, name }),
    ]
  }

  /** Also ends every other visit of their browser. */
  remove(personId: string, adminId: string): Changed<{ ok: true } | Refused> {
    const { people, removals } = this.#parts
    const person = people.find(personId)
    if (!person) return { result: NOT_FOUND, effects: [] }
    const effects = people.listByMark(person.mark).flatMap((id) => this.end(id, 'removed'))
    removals.add(person.mark, adminId, Date.now())
    return { result: { ok: true }, effects }
  }

  ownData(person: Person): OwnData {
    const { schema, people, presence, conversations } = this.#parts
    const nameOf = (personId: string) => people.find(personId)?.name ?? ''
    return {
      bar: schema.room.barId,
      person: toOwnPerson(person, presence.isOnline(person, Date.now())),
      enteredAt: toIso(person.enteredAt),
      endsAt: toIso(person.expiresAt),
      conversations: conversations.partnersOf(person.id).map((partnerId) => ({
        with: nameOf(partnerId),
        messages: conversations
          .all(conversations.between(person.id, partnerId))
          .map(({ from, text, createdAt }) => ({ from: nameOf(from), text, at: toIso(createdAt) })),
      })),
    }
  }

  history(
    person: Person,
    partnerId: string,
    page: { before?: number; after?: number },
  ): { ok: true; history: History } | Refused {
    const { people, conversations } = this.#parts
    if (partnerId === person.id || !people.find(partnerId)) return NOT_FOUND
    const conversation = conversations.between(person.id, partnerId)
    return { ok: true, history: conversations.history(conversation, page) }
  }

  #create(
    id: string,
    profile: Profile,
    browser: Browser,
    now: number,
  ): Changed<Admitted | Refused> {
    const { people, phoneRecovery } = this.#parts
    const effects: Effect[] = []
    const aside =
      profile.phone === null ? null : phoneRecovery.findOffline(profile.phone, browser.network, now)
    if (aside) {
      people.setAside(aside.id)
      effects.push(toBroadcast({ kind: 'aside', personId: aside.id }))
    }
    const expiresAt = now + TIMINGS.visitMs
    const secret = this.#mintSecret(id, expiresAt)
    const mark = browser.mark?.text ? browser.mark.id : browser.device?.mark
    people.add({
      ...profile,
      ...{ id, expiresAt },
      mark: mark ?? mintMarkId(),
      enteredAt: now,
      secretHash: hashSecret(secret),
    })
    this.#wakeBy(now + TIMINGS.offlineGraceMs)
    effects.push(toBroadcast({ kind: 'entered', person: toPublicPerson({ ...profile, id }, true) }))
    return { result: this.#toAdmitted(id, secret, browser, aside ? 'phone' : null), effects }
  }

  #continue(
    person: Person,
    browser: Browser,
    recovered: Entered['recovered'],
    now: number,
  ): Changed<Admitted | Refused> {
    const { people, presence, rateLimits } = this.#parts
    if (!isAlive(person, now)) return refuse('person_not_found')
    if (!rateLimits.consumeChange(person.id, now)) return refuse('rate_limited')
    const wasOnline = presence.isOnline(person, now)
    const secret = this.#mintSecret(person.id, person.expiresAt)
    people.addSecret(person, hashSecret(secret), now)
    this.#wakeBy(now + TIMINGS.offlineGraceMs)
    const effects: Effect[] = []
    if (person.isAside) {
      effects.push(toBroadcast({ kind: 'back', person: toPublicPerson(person, true) }))
    } else if (!wasOnline) {
      effects.push(toBroadcast({ kind: 'presence', personId: person.id, online: true }))
    }
    return { result: this.#toAdmitted(person.id, secret, browser, recovered), effects }
  }

  /** Without a new photo the old one stays. */
  #recover(
    person: Person,
    profile: Profile,
    browser: Browser,
    now: number,
  ): Changed<Admitted | Refused> {
    if (profile.photo && !hasPhotosLeft(person, now)) return refuse('rate_limited')
    const { result, effects } = this.#continue(person, browser, 'key', now)
    if (!result.ok) return { result, effects }
    this.#setProfile(person, {
      ...profile,
      photo: profile.photo ?? person.photo,
      photoTimes: profile.photo ? [...recentPhotos(person, now), now] : person.photoTimes,
    })
    const own = toOwnPerson(this.#parts.people.get(person.id), true)
    effects.push(toBroadcast({ kind: 'changed', person: toPublicPerson(own, true) }))
    return { result: { ok: true, entered: { ...result.entered, person: own } }, effects }
  }

  #setProfile(person: Person, profile: ProfileFields): void {
    this.#parts.people.setProfile(person.id, profile)
    if (person.photo && person.photo !== profile.photo) this.#parts.photoErasures.note(person.photo)
  }

  #whyBanned(marks: readonly (string | undefined)[], now: number): ErrorCode | null {
    const { removals, abuse } = this.#parts
    for (const mark of marks) {
      if (mark === undefined) continue
      if (removals.isRemoved(mark, now)) return 'removed'
      if (abuse.isBanned(mark, now)) return 'misbehaved'
    }
    return null
  }

  /** Null if a later profile has the same id. */
  #findByKey({ personId, madeAt }: DeviceClaim, now: number): Person | null {
    const person = this.#parts.people.find(personId)
    return person && person.enteredAt === madeAt && isAlive(person, now) ? person : null
  }

  #mintSecret(personId: string, expiresAt: number): string {
    return mintVisitSecret(this.#key, { barId: this.#parts.schema.room.barId, personId, expiresAt })
  }

  #toAdmitted(
    personId: string,
    secret: string,
    browser: Browser,
    recovered: Entered['recovered'],
  ): Admitted {
    const { barId } = this.#parts.schema.room
    const person = this.#parts.people.get(personId)
    const { mark, enteredAt } = person
    const kept = browser.mark?.id === mark ? browser.mark.text : null
    const entered = {
      person: toOwnPerson(person, true),
      secret,
      deviceKey: mintDeviceKey(this.#key, { barId, personId, madeAt: enteredAt, mark }),
      mark: kept ?? mintMark(this.#key, { barId, id: mark, mintedAt: enteredAt }),
      recovered,
    }
    return { ok: true, entered }
  }
}

function refuse(code: ErrorCode): Changed<Refused> {
  return { result: { ok: false, code }, effects: [] }
}

function isAlive({ expiresAt, leavingEndsAt }: Person, now: number): boolean {
  return expiresAt > now && leavingEndsAt === null
}

function hasPhotosLeft(person: Person, now: number): boolean {
  return recentPhotos(person, now).length < LIMITS.photosPerHour
}

function recentPhotos({ photoTimes }: Person, now: number): number[] {
  return photoTimes.filter((at) => at > now - HOUR_MS)
}

function toIso(at: number): string {
  return new Date(at).toISOString()
}
