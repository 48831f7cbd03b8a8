import * as v from 'valibot'
import { address } from '#contract/address.ts'
import type { OpenCall } from '#contract/help.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import type { Notice, PlacedSubscription, StaffNotice, Subscription } from '#contract/notices.ts'
import { placedSubscriptionSchema } from '#contract/notices.ts'
import { PAGES } from '#contract/pages.ts'
import { log } from '#worker/log.ts'
import type { Sending } from '#worker/notices/notice-sender.ts'
import type { People, Person } from '#worker/room/people/people.ts'
import type { Presence } from '#worker/room/people/presence.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { Refused } from '#worker/room/rpc.ts'
import { refuse } from '#worker/room/rpc.ts'
import type { RoomFile } from '#worker/room/storage/room-file.ts'
import type { Conversation } from './conversation.ts'
import type { Conversations } from './conversations.ts'

interface Parts {
  file: RoomFile
  people: People
  presence: Presence
  conversations: Conversations
  rateLimits: RateLimits
}

/** `NoticeSender`. */
interface Sender {
  send: (subscription: PlacedSubscription, notice: Notice) => Promise<Sending>
  notifyStaff: (barId: string, about: StaffNotice['about'], call: OpenCall | null) => Promise<void>
}

/**
 * Asks for push notices. A subscription is a column of its person's row and ends with it. Who looks
 * at a page gets none; everybody else one for a conversation, until they have opened it.
 */
export class Notices {
  readonly #parts: Parts
  readonly #sender: Sender
  #waiting = 0
  readonly #waitingOf = new Map<string, number>()
  readonly #notifyingStaff = new Set<StaffNotice['about']>()
  /** The last notice of each kind that came meanwhile. */
  readonly #nextOfStaff = new Map<StaffNotice['about'], OpenCall | null>()

  constructor(parts: Parts, sender: Sender) {
    this.#parts = parts
    this.#sender = sender
  }

  /** Null ends the subscription. Writes one row, or none if nothing changes. */
  subscribe(person: Person, subscription: PlacedSubscription | null): { ok: true } | Refused {
    const { people, rateLimits } = this.#parts
    if (!rateLimits.take('changes', person.id, Date.now())) return refuse('rate_limited')
    const text = subscription && JSON.stringify(subscription)
    if (text !== person.subscription) people.update(person.id, { subscription: text })
    return { ok: true }
  }

  /** Call after the message's commit. Not awaited: nobody waits for a push service. */
  note(conversation: Conversation, message: Message, sender: Person): void {
    const { people, presence, conversations } = this.#parts
    const reader = people.find(message.to)
    if (!reader || reader.subscription === null) return
    const { state, reason } = presence.at(reader, Date.now())
    if (state === 'online' && reason === 'page') return
    if (conversation.isFoldedFor(reader.id) || conversation.isNoticed(reader.id)) return
    // More are dropped: a push service that does not answer must not fill the room's memory.
    if (this.#waiting >= LIMITS.noticesWaiting) return
    if ((this.#waitingOf.get(reader.id) ?? 0) >= LIMITS.noticesWaitingPerReader) return
    const subscription = read(reader.subscription)
    if (!subscription) return
    conversations.noteNotice(conversation, reader.id, message.number)
    void this.#ask(reader.id, sender, subscription)
  }

  /** Not awaited. Notices of one kind that come while phones are being notified are one notice afterwards. */
  notifyStaff(about: StaffNotice['about'], call: OpenCall | null): void {
    if (this.#notifyingStaff.has(about)) {
      this.#nextOfStaff.set(about, call)
      return
    }
    this.#notifyingStaff.add(about)
    this.#sender
      .notifyStaff(this.#parts.file.barId, about, call)
      .catch(logFailure)
      .finally(() => {
        this.#notifyingStaff.delete(about)
        const next = this.#nextOfStaff.get(about)
        this.#nextOfStaff.delete(about)
        if (next !== undefined) this.notifyStaff(about, next)
      })
  }

  async #ask(readerId: string, sender: Person, subscription: PlacedSubscription): Promise<void> {
    this.#wait(readerId, 1)
    try {
      const sending = await this.#sender
        .send(subscription, this.#toNotice(sender))
        .catch(logFailure)
      if (sending === 'gone') this.#forget(readerId, subscription)
      if (sending === 'failed') this.#allowNext(readerId, sender.id)
    } catch (error) {
      logFailure(error)
    } finally {
      this.#wait(readerId, -1)
    }
  }

  #wait(readerId: string, more: 1 | -1): void {
    this.#waiting += more
    const own = (this.#waitingOf.get(readerId) ?? 0) + more
    if (own > 0) this.#waitingOf.set(readerId, own)
    else this.#waitingOf.delete(readerId)
  }

  /** Unless the person has another one by now. */
  #forget(personId: string, { endpoint }: Subscription): void {
    const { people, file } = this.#parts
    const kept = file.isReady ? (people.find(personId)?.subscription ?? null) : null
    if (kept === null || read(kept)?.endpoint !== endpoint) return
    people.update(personId, { subscription: null })
  }

  /** The next message asks again. */
  #allowNext(readerId: string, senderId: string): void {
    const { people, file, conversations } = this.#parts
    if (!file.isReady || !people.find(readerId) || !people.find(senderId)) return
    conversations.noteNotice(conversations.between(readerId, senderId), readerId, 0)
  }

  #toNotice({ id, name }: Person): Notice {
    return { name, path: address(PAGES.chat, { barId: this.#parts.file.barId, userId: id }) }
  }
}

function logFailure(error: unknown): 'failed' {
  log('notice_not_sent', { error })
  return 'failed'
}

function read(text: string): PlacedSubscription | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), placedSubscriptionSchema), text)
  return parsed.success ? parsed.output : null
}
