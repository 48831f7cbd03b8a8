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
} from '#worker/auth/tokens.ts'
import { toOwnPerson } from '#worker/policy/views.ts'
import type { Occupancy } from '#worker/room/board/occupancy.ts'
import type { AfterCommit } from '#worker/room/effects.ts'
import type { RateLimits, RoomLimits } from '#worker/room/rate-limits.ts'
import type { Admitted, Browser, Profile, Refused } from '#worker/room/rpc.ts'
import { refuse } from '#worker/room/rpc.ts'
import type { Abuse } from '#worker/room/safety/abuse.ts'
import type { Blocks } from '#worker/room/safety/blocks.ts'
import type { EntryCode } from '#worker/room/safety/entry-code.ts'
import type { Removals } from '#worker/room/safety/removals.ts'
import type { RoomFile } from '#worker/room/storage/room-file.ts'
import type { NewProfiles } from './new-profiles.ts'
import type { People, Person } from './people.ts'
import type { PeopleIndex } from './people-index.ts'
import type { PhoneRecovery } from './phone-recovery.ts'
import type { Presence } from './presence.ts'
import type { Visits } from './visits.ts'
import { hasPhotosLeft } from './visits.ts'

interface Parts {
  file: RoomFile
  people: People
  presence: Presence
  index: PeopleIndex
  limits: RoomLimits
  newProfiles: NewProfiles
  rateLimits: RateLimits
  phoneRecovery: PhoneRecovery
  abuse: Abuse
  removals: Removals
  blocks: Blocks
  entryCode: EntryCode
  visits: Visits
  occupancy: Occupancy
  after: AfterCommit
  key: string
  wakeBy: (at: number) => void
}

/** More tabs than an evening has. One more drops the oldest secret. */
const SECRETS_MAX = 32

/** How a person gets a visit: a new one, or their own again by its device key. */
export class Entering {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A device key with the same phone updates its person, else a new person is made. */
  enter(
    attempt: string,
    profile: Profile,
    browser: Browser,
    typedCode: string | null,
    isStopped: boolean,
  ): Admitted | Refused {
    const now = Date.now()
    const { file, people, index, limits, newProfiles, entryCode } = this.#parts
    const banned = this.#whyBanned([browser.mark?.id, browser.device?.mark], now)
    if (banned) return refuse(banned)
    const repeated = people.findByAttempt(hashSecret(attempt))
    if (repeated) {
      // A photo has another path in each request: one that is over the limit keeps nobody out.
      const isOver = profile.photo !== null && !hasPhotosLeft(repeated, now)
      const photo = isOver ? repeated.photo : profile.photo
      return this.#update(repeated, { ...profile, photo }, browser.mark, null, now)
    }
    const own = this.findOwn(profile, browser)
    if (own) {
      // A form without a photo keeps the earlier one.
      const photo = profile.photo ?? own.photo
      return this.#update(own, { ...profile, photo }, browser.mark, 'key', now)
    }
    if (isStopped) return refuse('site_stopped')
    if (file.isPaused) return refuse('bar_paused')
    if (index.counts.total >= limits.peoplePerBar) return refuse('bar_full')
    const uncoded = entryCode.refuse(typedCode, browser, now)
    if (uncoded) return refuse(uncoded)
    const seconds = newProfiles.secondsToWait(attempt, browser, now)
    if (seconds > 0) return refuse('rate_limited', seconds)
    return this.#create(attempt, profile, browser, now)
  }

  findOwn({ phone }: Profile, { device }: Browser): Person | null {
    if (!device || phone === null) return null
    const own = this.#findByKey(device, Date.now())
    return own?.phone === phone ? own : null
  }

  recognise(device: DeviceClaim): { ok: true; name: string; photo: string | null } | Refused {
    const now = Date.now()
    const code = this.#whyBanned([device.mark], now)
    if (code) return refuse(code)
    const person = this.#findByKey(device, now)
    if (!person) return refuse('person_not_found')
    return { ok: true, name: person.name, photo: person.photo }
  }

  continue(device: DeviceClaim): Admitted | Refused {
    const now = Date.now()
    const banned = this.#whyBanned([device.mark], now)
    if (banned) return refuse(banned)
    const person = this.#findByKey(device, now)
    if (!person) return refuse('person_not_found')
    return this.#continue(person, null, 'key', now)
  }

  #create(attempt: string, profile: Profile, browser: Browser, now: number): Admitted | Refused {
    const { people, newProfiles, phoneRecovery, occupancy, after } = this.#parts
    const mark = this.#markOf(browser)
    const offline =
      profile.phone === null ? null : phoneRecovery.findOffline(profile.phone, mark, browser, now)
    if (offline) {
      people.update(offline.id, { isUnlisted: true, phoneUsed: true })
      after({ kind: 'changed', personId: offline.id })
    }
    const id = crypto.randomUUID()
    const expiresAt = now + TIMINGS.visitMs
    const secret = this.#mintSecret(id, expiresAt)
    newProfiles.note(attempt, browser, now)
    people.add({
      ...profile,
      id,
      attemptHash: hashSecret(attempt),
      expiresAt,
      mark,
      network: browser.network,
      wideNetwork: browser.wideNetwork,
      enteredAt: now,
      secretHash: hashSecret(secret),
    })
    occupancy.noteEntered(now)
    this.#parts.wakeBy(now + TIMINGS.offlineGraceMs)
    after({ kind: 'entered', personId: id })
    return this.#toAdmitted(id, secret, browser.mark, offline ? 'phone' : null)
  }

  #continue(
    person: Person,
    mark: Browser['mark'],
    recovered: Entered['recovered'],
    now: number,
  ): Admitted | Refused {
    const { people, presence, rateLimits, after } = this.#parts
    const { state } = presence.at(person, now)
    if (state === 'over') return refuse('person_not_found')
    if (!rateLimits.take('changes', person.id, now)) return refuse('rate_limited')
    const secret = this.#mintSecret(person.id, person.expiresAt)
    people.update(person.id, {
      secretHashes: [...person.secretHashes, hashSecret(secret)].slice(-SECRETS_MAX),
      isUnlisted: false,
      lastSeen: person.lastSeen === person.enteredAt ? person.lastSeen : now,
      onlineUntil: now + TIMINGS.offlineGraceMs,
    })
    this.#parts.wakeBy(now + TIMINGS.offlineGraceMs)
    if (person.isUnlisted || state === 'offline') {
      after({ kind: 'changed', personId: person.id })
    }
    return this.#toAdmitted(person.id, secret, mark, recovered)
  }

  /** Continues the visit with the profile that the form has now. */
  #update(
    person: Person,
    profile: Profile,
    mark: Browser['mark'],
    recovered: Entered['recovered'],
    now: number,
  ): Admitted | Refused {
    const { visits } = this.#parts
    const isNewPhoto = profile.photo !== null && profile.photo !== person.photo
    if (isNewPhoto && !hasPhotosLeft(person, now)) return refuse('rate_limited')
    if (!visits.mayBeCalled(person, profile.name, now)) return refuse('rate_limited')
    const result = this.#continue(person, mark, recovered, now)
    if (!result.ok || isSame(person, profile)) return result
    const changed = visits.setProfile(person, profile, now)
    return { ok: true, entered: { ...result.entered, person: toOwnPerson(changed, true) } }
  }

  /** Keeps an expired mark that has blocks: a new one would lift them. */
  #markOf({ mark, device }: Browser): string {
    const isKept = mark && (mark.text !== null || this.#parts.blocks.of(mark.id).size > 0)
    return (isKept ? mark.id : device?.mark) ?? mintMarkId()
  }

  #whyBanned(marks: readonly (string | undefined)[], now: number): ErrorCode | null {
    const { removals, abuse } = this.#parts
    for (const mark of marks) {
      if (mark === undefined) continue
      if (removals.isRemoved(mark, now)) return 'removed'
      if (abuse.isBannedMark(mark, now)) return 'misbehaved'
    }
    return null
  }

  /** Returns null if the visit is over. */
  #findByKey({ personId }: DeviceClaim, now: number): Person | null {
    const { people, presence } = this.#parts
    const person = people.find(personId)
    return !person || presence.at(person, now).state === 'over' ? null : person
  }

  #mintSecret(personId: string, expiresAt: number): string {
    return mintVisitSecret(this.#parts.key, { barId: this.#parts.file.barId, personId, expiresAt })
  }

  #toAdmitted(
    personId: string,
    secret: string,
    shown: Browser['mark'],
    recovered: Entered['recovered'],
  ): Admitted {
    const { barId } = this.#parts.file
    const person = this.#parts.people.get(personId)
    const { mark, enteredAt } = person
    const kept = shown?.id === mark ? shown.text : null
    // Minting one for a profile that goes on would begin the mark's time anew.
    const mint = () => mintMark(this.#parts.key, { barId, id: mark, mintedAt: enteredAt })
    const entered = {
      person: toOwnPerson(person, true),
      secret,
      deviceKey: mintDeviceKey(this.#parts.key, { barId, personId, madeAt: enteredAt, mark }),
      mark: kept ?? (recovered === 'key' ? null : mint()),
      recovered,
    }
    return { ok: true, entered }
  }
}

function isSame(person: Person, profile: Profile): boolean {
  return Object.entries(profile).every(([field, value]) => person[field as keyof Profile] === value)
}
