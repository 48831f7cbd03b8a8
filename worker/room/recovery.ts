import type { ErrorCode } from '#contract/errors.ts'
import { TIMINGS } from '#contract/timings.ts'
import { toPublicPerson } from '#worker/policy/views.ts'
import { readAttachment } from './attachment.ts'
import { hasPhotosLeft, recentPhotos } from './edits.ts'
import type { RoomParts } from './parts.ts'
import type { Contents, Entry, RosterPerson } from './roster-person.ts'
import type { Takeover } from './takeover.ts'

/** The device that asks: whose profile its key proves, and what its tries are counted under. */
export interface Device {
  /** The person whose device key was shown; null without one for this bar. */
  personId: string | null
  name: string
}

/** How profiles are found again: by the key of the browser that made them, or by phone alone. */
export class Recovery {
  readonly #parts: RoomParts

  constructor(parts: RoomParts) {
    this.#parts = parts
  }

  /**
   * Whether an entry with the phone of `person` may recover that profile; null if it may. Without
   * the device key it is a try, and only a profile that nobody is using can be had.
   */
  refusal(person: RosterPerson, entry: Entry, device: Device, now: number): ErrorCode | null {
    if (entry.photo && !hasPhotosLeft(person, now)) return 'rate_limited'
    if (device.personId === person.id) {
      return this.#parts.budgets.takeAct(person.id, now) ? null : 'rate_limited'
    }
    if (!this.#parts.tries.allow(device.name, now)) return 'rate_limited'
    const isUsed = this.#parts.presence.isOnline(person, now) || person.leavingEndsAt !== null
    return isUsed ? 'profile_online' : null
  }

  /** Updates a profile for whoever comes in with its phone, and lets their secret in. */
  recover(person: RosterPerson, entry: Entry, isOwner: boolean, now: number): RosterPerson {
    // A second recovery in a row still goes back to what the maker left.
    const current = this.takeBack(person, now)
    const { id } = person
    const contents: Contents = {
      name: entry.name,
      phone: current.phone,
      photo: entry.photo ?? current.photo,
      interest: entry.interest,
      showsInterest: entry.showsInterest,
      table: entry.table,
      photoTimes: entry.photo ? [...recentPhotos(current, now), now] : current.photoTimes,
    }
    if (isOwner) {
      if (entry.photo && current.photo) this.#parts.erasePhoto(current.photo)
      this.#parts.roster.addOwnerHash(current, entry.secretHash, now)
    } else this.#takeOver(current, entry.secretHash, now)
    this.#parts.roster.setContents(id, contents)
    return this.#tellChanged(id, now)
  }

  /** Lets one more tab of the browser that made the profile in. */
  continueAs(person: RosterPerson, secretHash: string, now: number): RosterPerson {
    const wasOnline = this.#parts.presence.isOnline(person, now)
    this.#parts.roster.addOwnerHash(this.takeBack(person, now), secretHash, now)
    if (!wasOnline) this.#tellOnline(person.id, true)
    this.#parts.wakeBy(now + TIMINGS.offlineGraceMs, now)
    return this.#parts.roster.find(person.id) ?? person
  }

  /**
   * Undoes a recovery by phone, where there is one: what stood before is back, and the other
   * device's secret is dead, on its open sockets too.
   */
  takeBack(person: RosterPerson, now: number): RosterPerson {
    const { takeover } = person
    return takeover ? this.#parts.acts.whole(() => this.#takeBack(person, takeover, now)) : person
  }

  #takeBack(person: RosterPerson, takeover: Takeover, now: number): RosterPerson {
    const { roster, chatLog, sockets } = this.#parts
    const { before } = takeover
    if (person.photo && person.photo !== before.photo) this.#parts.erasePhoto(person.photo)
    roster.setTakeover(person.id, null, now)
    roster.setContents(person.id, before)
    chatLog.reads.restore(person.id, takeover.reads, now)
    for (const socket of sockets.of(person.id)) {
      if (readAttachment(socket).secretHash === takeover.secretHash) {
        sockets.close(socket, 'takenBack')
      }
    }
    this.#tellPartners(person.id, null)
    return this.#tellChanged(person.id, now)
  }

  #takeOver(person: RosterPerson, secretHash: string, now: number): void {
    const { roster, chatLog } = this.#parts
    const { name, phone, photo, interest, showsInterest, table, photoTimes } = person
    const before = { name, phone, photo, interest, showsInterest, table, photoTimes }
    const reads = chatLog.reads.list(person.id)
    roster.setTakeover(person.id, { secretHash, since: now, before, reads }, now)
    this.#tellPartners(person.id, now)
    this.#tellOnline(person.id, true)
  }

  #tellPartners(personId: string, since: number | null): void {
    const { chatLog, sockets } = this.#parts
    for (const partner of chatLog.reads.summaries(personId)) {
      sockets.send(sockets.of(partner.personId), { type: 'otherDevice', personId, since })
    }
  }

  #tellOnline(personId: string, online: boolean): void {
    this.#parts.feed.tell([{ kind: 'presence', personId, online }])
  }

  #tellChanged(personId: string, now: number): RosterPerson {
    const person = this.#parts.roster.find(personId)
    if (!person) throw new Error('a person went in the middle of a turn')
    this.#parts.wakeBy(now + TIMINGS.offlineGraceMs, now)
    const shown = toPublicPerson(person, this.#parts.presence.isOnline(person, now))
    this.#parts.feed.tell([{ kind: 'changed', person: shown }])
    return person
  }
}
