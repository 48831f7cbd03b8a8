import type { Entered } from '#contract/entered.ts'
import type { ErrorCode } from '#contract/errors.ts'
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
import type { BarDoor } from '#worker/db/bars.ts'
import { isDatabaseAway } from '#worker/db/trouble.ts'
import { log } from '#worker/log.ts'
import type { PersonRecord } from '#worker/policy/views.ts'
import { toOwnPerson, toPublicPerson } from '#worker/policy/views.ts'
import type { Door } from './door.ts'
import { hasPhotosLeft, recentPhotos } from './edits.ts'
import type { RoomParts } from './parts.ts'
import { stepAside, tellBack } from './phone-recovery.ts'
import type { RosterPerson } from './roster-person.ts'

export type Refused = { ok: false; code: ErrorCode }
export type Admitted = { ok: true; entered: Entered }

/** What is typed into the form, as the Worker has checked it; the photo is a path. */
export type Profile = Omit<PersonRecord, 'id'>

/** What the browser of a request shows, as the Worker has read it. */
export interface Browser {
  /** The key of a profile that it made in this bar. */
  device: DeviceClaim | null
  /** Its mark in this bar; `text` is null where it is too old to go on with. */
  mark: { id: string; text: string | null } | null
  /** The keyed hash of its network. */
  network: string
}

/** How people enter: with a new profile, with one that is found again, or with one more tab. */
export class Arrivals {
  readonly #parts: RoomParts
  readonly #door: Door
  readonly #key: string

  constructor(parts: RoomParts, door: Door, { VISIT_SIGNING_KEY }: Env) {
    this.#parts = parts
    this.#door = door
    this.#key = VISIT_SIGNING_KEY
  }

  /** Makes a person, or updates the one whose device key is shown together with its phone. */
  async enter(
    barId: string,
    attempt: string,
    profile: Profile,
    browser: Browser,
  ): Promise<Admitted | Refused> {
    const { tables, acts } = this.#parts
    if (!tables.ready) {
      const door = await this.#askDoor(barId)
      if (door === 'unknown') return { ok: false, code: 'unavailable' }
      if (door !== 'open') return { ok: false, code: door ? 'bar_paused' : 'bar_not_found' }
    }
    const isUpdate = this.#findOwn(profile, browser, Date.now()) !== null
    try {
      return acts.whole(() => {
        tables.create(barId)
        return this.#enter(attempt, profile, browser, Date.now())
      })
    } catch (error) {
      if (!isUpdate) throw error
      // The form has other words for this than for a profile that could not be made.
      log('profile_not_updated', { error })
      return { ok: false, code: 'update_failed' }
    }
  }

  #enter(attempt: string, profile: Profile, browser: Browser, now: number): Admitted | Refused {
    const { tables, roster, directory, limits } = this.#parts
    const banned = this.#whyBanned([browser.mark?.id, browser.device?.mark], now)
    if (banned) return banned
    const id = toPersonId(this.#key, tables.salt, attempt)
    const repeated = roster.find(id)
    if (repeated) return this.#goOn(repeated, browser, null, now)
    const own = this.#findOwn(profile, browser, now)
    if (own) return this.#update(own, profile, browser, now)
    if (tables.paused) return { ok: false, code: 'bar_paused' }
    if (directory.counts.total >= limits.peoplePerBar) return { ok: false, code: 'bar_full' }
    return this.#make(id, profile, browser, now)
  }

  #make(id: string, profile: Profile, browser: Browser, now: number): Admitted {
    const { roster, feed, noteEffects, wakeBy } = this.#parts
    const { phone } = profile
    const aside = phone === null ? [] : stepAside(this.#parts, phone, browser.network, now)
    const expiresAt = now + TIMINGS.visitMs
    const secret = this.#mintSecret(id, expiresAt)
    const mark = browser.mark?.text ? browser.mark.id : browser.device?.mark
    roster.add({
      ...profile,
      ...{ id, expiresAt },
      mark: mark ?? mintMarkId(),
      enteredAt: now,
      secretHash: hashSecret(secret),
    })
    wakeBy(now + TIMINGS.offlineGraceMs, now)
    noteEffects(now)
    const person = toPublicPerson({ ...profile, id }, true)
    feed.tell([...aside, { kind: 'entered', person }])
    return this.#toEntered(id, secret, browser, aside.length > 0 ? 'phone' : null)
  }

  /** The profile that a device key of this bar stands for. */
  recognise(device: DeviceClaim): { ok: true; name: string; photo: string | null } | Refused {
    if (!this.#parts.tables.ready) return { ok: false, code: 'person_not_found' }
    const now = Date.now()
    const banned = this.#whyBanned([device.mark], now)
    if (banned) return banned
    const person = this.#findByKey(device, now)
    if (!person) return { ok: false, code: 'person_not_found' }
    return { ok: true, name: person.name, photo: person.photo }
  }

  /** One more secret for the browser that made a profile. */
  continueAs(device: DeviceClaim): Admitted | Refused {
    if (!this.#parts.tables.ready) return { ok: false, code: 'person_not_found' }
    const now = Date.now()
    const banned = this.#whyBanned([device.mark], now)
    if (banned) return banned
    const person = this.#findByKey(device, now)
    if (!person) return { ok: false, code: 'person_not_found' }
    const browser = { device, mark: null, network: '' }
    return this.#parts.acts.whole(() => this.#goOn(person, browser, 'key', now))
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

  /** Lets a browser go on with a profile that it made. */
  #goOn(
    person: RosterPerson,
    browser: Browser,
    recovered: Entered['recovered'],
    now: number,
  ): Admitted | Refused {
    const { budgets, feed, presence, roster, wakeBy } = this.#parts
    if (!isAlive(person, now)) return { ok: false, code: 'person_not_found' }
    if (!budgets.takeAct(person.id, now)) return { ok: false, code: 'rate_limited' }
    const wasOnline = presence.isOnline(person, now)
    const secret = this.#mintSecret(person.id, person.expiresAt)
    roster.addSecret(person, hashSecret(secret), now)
    if (person.isAside) tellBack(this.#parts, person, true)
    else if (!wasOnline) feed.tell([{ kind: 'presence', personId: person.id, online: true }])
    wakeBy(now + TIMINGS.offlineGraceMs, now)
    return this.#toEntered(person.id, secret, browser, recovered)
  }

  /** The update that the specification asks for; the old photo stays where there is no new one. */
  #update(
    person: RosterPerson,
    profile: Profile,
    browser: Browser,
    now: number,
  ): Admitted | Refused {
    const { roster, erasePhoto, feed } = this.#parts
    if (profile.photo && !hasPhotosLeft(person, now)) return { ok: false, code: 'rate_limited' }
    const answer = this.#goOn(person, browser, 'key', now)
    if (!answer.ok) return answer
    if (profile.photo && person.photo) erasePhoto(person.photo)
    roster.setContents(person.id, {
      ...profile,
      photo: profile.photo ?? person.photo,
      photoTimes: profile.photo ? [...recentPhotos(person, now), now] : person.photoTimes,
    })
    const own = toOwnPerson(this.#find(person.id), true)
    feed.tell([{ kind: 'changed', person: toPublicPerson(own, true) }])
    return { ok: true, entered: { ...answer.entered, person: own } }
  }

  /** Why a browser may not enter; null where it may. */
  #whyBanned(marks: readonly (string | undefined)[], now: number): Refused | null {
    const { removals, strikes } = this.#parts
    for (const mark of marks) {
      if (mark === undefined) continue
      if (removals.isOut(mark, now)) return { ok: false, code: 'removed' }
      if (strikes.isKeptOut(mark, now)) return { ok: false, code: 'misbehaved' }
    }
    return null
  }

  /** The profile that the browser proves by its device key, where the phone is the same. */
  #findOwn({ phone }: Profile, { device }: Browser, now: number): RosterPerson | null {
    if (!device || phone === null || !this.#parts.tables.ready) return null
    const own = this.#findByKey(device, now)
    return own?.phone === phone ? own : null
  }

  /** The profile of a device key, in the same life of it. */
  #findByKey({ personId, madeAt }: DeviceClaim, now: number): RosterPerson | null {
    const person = this.#parts.roster.find(personId)
    return person && person.enteredAt === madeAt && isAlive(person, now) ? person : null
  }

  #find(personId: string): RosterPerson {
    const person = this.#parts.roster.find(personId)
    if (!person) throw new Error('a person went in the middle of a turn')
    return person
  }

  #mintSecret(personId: string, expiresAt: number): string {
    const barId = this.#parts.tables.barId ?? ''
    return mintVisitSecret(this.#key, { barId, personId, expiresAt })
  }

  #toEntered(
    personId: string,
    secret: string,
    browser: Browser,
    recovered: Entered['recovered'],
  ): Admitted {
    const barId = this.#parts.tables.barId ?? ''
    const person = this.#find(personId)
    const { mark, enteredAt } = person
    const shown = browser.mark?.id === mark ? browser.mark.text : null
    const entered = {
      person: toOwnPerson(person, true),
      secret,
      deviceKey: mintDeviceKey(this.#key, { barId, personId, madeAt: enteredAt, mark }),
      mark: shown ?? mintMark(this.#key, { barId, id: mark, mintedAt: enteredAt }),
      recovered,
    }
    return { ok: true, entered }
  }
}

function isAlive({ expiresAt, leavingEndsAt }: RosterPerson, now: number): boolean {
  return expiresAt > now && leavingEndsAt === null
}
