import { HOUR_MS } from '#contract/durations.ts'
import type { Erased } from '#contract/erased.ts'
import type { OwnHelp } from '#contract/help.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OwnData } from '#contract/own-data.ts'
import type { OwnPerson } from '#contract/person.ts'
import type { EndReason } from '#contract/protocol.ts'
import type { RemovalReason } from '#contract/removals.ts'
import { toOwnPerson } from '#worker/policy/views.ts'
import type { Occupancy } from '#worker/room/board/occupancy.ts'
import type { Conversations } from '#worker/room/chat/conversations.ts'
import type { MessageLimits } from '#worker/room/chat/message-limits.ts'
import type { AfterCommit } from '#worker/room/effects.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { OwnDataPlace, Profile, ProfileChanges, Refused, Removed } from '#worker/room/rpc.ts'
import { refuse } from '#worker/room/rpc.ts'
import type { Blocks } from '#worker/room/safety/blocks.ts'
import type { Help } from '#worker/room/safety/help.ts'
import type { Removable, Removals } from '#worker/room/safety/removals.ts'
import type { Outbox } from '#worker/room/storage/outbox.ts'
import type { RoomFile } from '#worker/room/storage/room-file.ts'
import type { People, Person } from './people.ts'
import type { Presence } from './presence.ts'

interface Parts {
  file: RoomFile
  people: People
  presence: Presence
  conversations: Conversations
  messageLimits: MessageLimits
  rateLimits: RateLimits
  outbox: Outbox
  occupancy: Occupancy
  removals: Removals
  blocks: Blocks
  help: Help
  after: AfterCommit
  wakeBy: (at: number) => void
}

/** A visit from its first connection to its end. */
export class Visits {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  listAgain({ id }: Person): void {
    const { people, after } = this.#parts
    people.update(id, { isUnlisted: false })
    after({ kind: 'changed', personId: id })
  }

  /** Call before the socket is accepted: its first frame follows what others are told. */
  connect(person: Person): void {
    const { people, presence, help, after } = this.#parts
    const now = Date.now()
    if (!presence.hasJoined(person)) help.noteJoined(person, now)
    if (person.isUnlisted) people.update(person.id, { isUnlisted: false })
    else if (presence.isOnline(person, now)) return
    after({ kind: 'changed', personId: person.id, online: true })
  }

  /** Asked before a photo is stored, so that a refused one costs no put. Counts as a change. */
  allowPhoto(person: Person): { ok: true } | Refused {
    const now = Date.now()
    const isAllowed =
      this.#parts.rateLimits.take('changes', person.id, now) && hasPhotosLeft(person, now)
    return isAllowed ? { ok: true } : refuse('rate_limited')
  }

  edit(person: Person, changes: ProfileChanges): { ok: true; person: OwnPerson } | Refused {
    const now = Date.now()
    const { presence, rateLimits } = this.#parts
    if (!rateLimits.take('changes', person.id, now)) return refuse('rate_limited')
    if (changes.photo && !hasPhotosLeft(person, now)) return refuse('rate_limited')
    const { name = person.name, photo = person.photo, phone = person.phone } = changes
    if (!this.mayBeCalled(person, name, now)) return refuse('rate_limited')
    const profile = {
      name,
      phone,
      photo,
      interest: changes.interest ?? person.interest,
      showsInterest: changes.showsInterest ?? person.showsInterest,
      table: changes.table ?? person.table,
    }
    const edited = this.setProfile(person, profile, now)
    return { ok: true, person: toOwnPerson(edited, presence.isOnline(edited, now)) }
  }

  /** A name is read by everybody: many in a row would be messages that no limit of messages counts. */
  mayBeCalled({ id, name: present }: Person, name: string, now: number): boolean {
    return name === present || this.#parts.rateLimits.take('renames', id, now)
  }

  /** The caller has checked `hasPhotosLeft` and `mayBeCalled`. */
  setProfile(person: Person, profile: Profile, now: number): Person {
    const { people, outbox, help, after } = this.#parts
    const isNewPhoto = profile.photo !== null && profile.photo !== person.photo
    const photoTimes = isNewPhoto ? [...recentPhotos(person, now), now] : person.photoTimes
    const changed = people.update(person.id, { ...profile, photoTimes })
    after({ kind: 'changed', personId: person.id })
    if (person.photo && person.photo !== profile.photo) outbox.addPhoto(person.photo)
    help.sendAgain(person.id, now)
    return changed
  }

  /** There is no way back. The answer is the receipt. */
  leave(person: Person): { ok: true; erased: Erased } {
    return { ok: true, erased: this.end(person.id, 'left') }
  }

  /** Erases the conversations for both sides. */
  end(personId: string, reason: EndReason): Erased {
    const { people, conversations, occupancy, messageLimits, outbox, help } = this.#parts
    const { after } = this.#parts
    const person = people.find(personId)
    const messages = conversations.erase(personId)
    if (person) occupancy.noteEnd(person.enteredAt)
    // The bucket's lifecycle rule erases the photo of an unreadable row.
    if (person?.photo) outbox.addPhoto(person.photo)
    help.erase(personId)
    people.erase(personId)
    messageLimits.forget(personId)
    // Only its partners know an unlisted profile, so no toast names it.
    const name = person && !person.isUnlisted ? person.name : ''
    const erased = { profiles: 1, photos: person?.photo ? 1 : 0, messages }
    after({ kind: 'ended', personId, mark: person?.mark ?? '', name, reason, erased })
    return erased
  }

  /**
   * Ends many visits. They are over from now on: their frames and requests are refused. The alarm
   * erases them in batches and sends each person `reason`; it goes on after a crash.
   */
  endMany(personIds: readonly string[], reason: EndReason): void {
    const { people, wakeBy } = this.#parts
    for (const id of personIds) people.update(id, { endReason: reason })
    wakeBy(Date.now())
  }

  /** Ends every visit of the person's browser. Repeated by the same account, it is the same removal. */
  remove(personId: string, adminId: string, reason: RemovalReason): Removed | Refused {
    const { people, removals } = this.#parts
    const person = people.find(personId)
    if (person) return this.removeBrowser(person, adminId, reason)
    const at = removals.findTime(personId, adminId)
    return at === null ? refuse('person_not_found') : { ok: true, personIds: [personId], at }
  }

  /** Works after the person has left or come back as another profile. */
  removeBrowser(person: Removable, adminId: string, reason: RemovalReason): Removed {
    const { people, removals } = this.#parts
    const personIds = people.listByMark(person.mark)
    const now = Date.now()
    for (const id of personIds) this.end(id, 'removed')
    removals.add(person, adminId, reason, now)
    return { ok: true, personIds, at: now }
  }

  /** The browser may enter again at once. */
  undoRemoval(personId: string): { ok: true } | Refused {
    const isUndone = this.#parts.removals.undo(personId)
    return isUndone ? { ok: true } : refuse('person_not_found')
  }

  /** At most `LIMITS.ownDataPage` messages from a place on. The Worker joins the pages. */
  ownData(
    person: Person,
    from: OwnDataPlace | null,
  ): { ok: true; data: OwnData; next: OwnDataPlace | null } | Refused {
    const { file, presence, rateLimits, blocks, help } = this.#parts
    const now = Date.now()
    if (!from && !rateLimits.take('ownData', person.id, now)) return refuse('rate_limited')
    const { conversations, next } = this.#ownConversations(person, from)
    const data = {
      bar: file.barId,
      person: toOwnPerson(person, presence.isOnline(person, now)),
      enteredAt: toIso(person.enteredAt),
      endsAt: toIso(person.expiresAt),
      notices: person.subscription,
      help: toOwnData(help.of(person.id, now), now),
      blocks: blocks.list(person).map(({ name, blockedAt }) => ({ name, at: toIso(blockedAt) })),
      conversations,
    }
    return { ok: true, data, next }
  }

  #ownConversations(
    person: Person,
    from: OwnDataPlace | null,
  ): { conversations: OwnData['conversations']; next: OwnDataPlace | null } {
    const { people, conversations, blocks } = this.#parts
    const personId = person.id
    const nameOf = (id: string) => people.find(id)?.name ?? ''
    const partners = conversations
      .partnersOf(personId)
      .filter((id) => !blocks.isBetween(person, id))
      .sort()
    const found: OwnData['conversations'] = []
    // The page continues a conversation, though it may have ended meanwhile.
    if (from && from.after > 0 && !partners.includes(from.partnerId)) {
      found.push({ with: '', messages: [] })
    }
    let left = LIMITS.ownDataPage
    for (const partnerId of partners.filter((id) => !from || id >= from.partnerId)) {
      const after = partnerId === from?.partnerId ? from.after : 0
      if (left <= 0) return { conversations: found, next: { partnerId, after } }
      const messages = conversations.listAfter(personId, partnerId, after, left)
      found.push({
        with: nameOf(partnerId),
        messages: messages.map((message) => ({
          from: nameOf(message.from),
          text: message.text,
          at: toIso(message.createdAt),
        })),
      })
      const last = messages.at(-1)
      if (last && messages.length === left) {
        return { conversations: found, next: { partnerId, after: last.number } }
      }
      left -= messages.length + 1
    }
    return { conversations: found, next: null }
  }
}

export function hasPhotosLeft(person: Person, now: number): boolean {
  return recentPhotos(person, now).length < LIMITS.photosPerHour
}

function recentPhotos({ photoTimes }: Person, now: number): number[] {
  return photoTimes.filter((at) => at > now - HOUR_MS)
}

function toOwnData(help: OwnHelp | null, now: number): OwnData['help'] {
  return help && { kind: help.kind, state: help.state, at: toIso(now - help.ageMs) }
}

function toIso(at: number): string {
  return new Date(at).toISOString()
}
