import { Buffer } from 'node:buffer'
import { forgetOld } from '#contract/bucket.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import type { RoomLimits } from '#worker/room/rate-limits.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import type { Conversation } from './conversation.ts'
import type { Conversations } from './conversations.ts'

interface Sent {
  /** Times; older ones than a minute are dropped when there are too many. */
  messages: number[]
  begun: number[] | null
  /** UTF-8 bytes of the texts that the person has stored, an upper bound until it reaches the limit. */
  bytesAtMost: number
}

/** Limits what a person may send. Rebuilt from the stored messages, so that hibernation resets no limit. */
export class MessageLimits {
  readonly #limits: RoomLimits
  readonly #conversations: Conversations
  readonly #sent: () => Map<string, Sent>

  constructor(limits: RoomLimits, storage: RoomStorage, conversations: Conversations) {
    this.#limits = limits
    this.#conversations = conversations
    this.#sent = storage.cache(() => new Map())
  }

  maySend(personId: string, conversation: Conversation, text: string, now: number): boolean {
    const sent = this.#sentBy(personId, now)
    const { sayPerMinute } = this.#limits
    if (sent.messages.length >= sayPerMinute) forgetOld(sent.messages, MINUTE_MS, now)
    if (sent.messages.length >= sayPerMinute) return false
    if (!this.#mayStore(sent, personId, Buffer.byteLength(text))) return false
    if (conversation.last === 0) {
      sent.begun ??= this.#conversations.begunSince(personId, now - HOUR_MS).sort(byTime)
      forgetOld(sent.begun, HOUR_MS, now)
      if (sent.begun.length >= this.#limits.newPeoplePerHour) return false
    }
    return conversation.maySend(personId, now)
  }

  /** The partner has answered nothing, and this person has said all that they may until then. */
  awaitsAnswer(personId: string, conversation: Conversation): boolean {
    return conversation.unanswered(personId) >= this.#limits.unansweredMessages
  }

  noteSent(personId: string, text: string, isFirst: boolean, now: number): void {
    const sent = this.#sentBy(personId, now)
    sent.messages.push(now)
    sent.bytesAtMost += Buffer.byteLength(text)
    if (isFirst) sent.begun?.push(now)
  }

  forget(personId: string): void {
    this.#sent().delete(personId)
  }

  /** A message that ended with a partner's visit counts until the next hibernation or full count. */
  #mayStore(sent: Sent, personId: string, bytes: number): boolean {
    const { storedBytesPerPerson: most } = this.#limits
    if (sent.bytesAtMost + bytes <= most) return true
    sent.bytesAtMost = this.#conversations.bytesSent(personId)
    return sent.bytesAtMost + bytes <= most
  }

  #sentBy(personId: string, now: number): Sent {
    const known = this.#sent().get(personId)
    if (known) return known
    const sent = this.#readSent(personId, now)
    this.#sent().set(personId, sent)
    return sent
  }

  /** The bound costs no row: the texts of a person with many messages are read when it is reached. */
  #readSent(personId: string, now: number): Sent {
    const { times, messages } = this.#conversations.sentSince(personId, now - MINUTE_MS)
    const bytesAtMost = messages * LIMITS.messageBytes
    return { messages: times.sort(byTime), begun: null, bytesAtMost }
  }
}

function byTime(one: number, other: number): number {
  return one - other
}
