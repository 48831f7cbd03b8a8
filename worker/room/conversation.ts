import type { Bucket, BucketSize } from '#contract/bucket.ts'
import { refilled, spent } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'

const ID_LENGTH = 36

/** The two ids in order, joined: one conversation has one id, whoever asks. */
export function conversationId(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`
}

/** The other one of a conversation's two people. */
export function partnerIn(conversation: string, personId: string): string {
  const first = conversation.slice(0, ID_LENGTH)
  return first === personId ? conversation.slice(ID_LENGTH + 1) : first
}

interface Side {
  /** The message up to which this one has read. */
  through: number
  unread: number
  /** What this one may still say, and how often. */
  pace: Bucket
}

/** What is remembered of a conversation while the room is awake. All of it is in storage too. */
export class Conversation {
  readonly id: string
  /** Number by message id, of the last 256 messages, the oldest first. */
  readonly recent = new Map<string, number>()
  /** Number of the newest message; 0 before the first. */
  last = 0
  lastCreatedAt = 0
  readonly #pace: BucketSize
  readonly #first: Side
  readonly #second: Side

  /**
   * `pace` is what both may say when the first message that will be noted came: a full bucket where
   * that is the very first of all, an empty one where earlier messages are not known.
   */
  constructor(id: string, size: BucketSize, pace: Bucket) {
    this.id = id
    this.#pace = size
    this.#first = { through: 0, unread: 0, pace }
    this.#second = { through: 0, unread: 0, pace }
  }

  /** Whether a person is the one whose id comes first in the conversation's. */
  isFirst(personId: string): boolean {
    return this.id.startsWith(personId)
  }

  /** The number of the last message that a person has read; 0 for none. */
  readThrough(personId: string): number {
    return this.#side(personId).through
  }

  /** How many messages of the other a person has not read. */
  unread(personId: string): number {
    return this.#side(personId).unread
  }

  /** Whether a person's own pace lets them say one more thing. */
  maySay(personId: string, now: number): boolean {
    const side = this.#side(personId)
    side.pace = refilled(side.pace, this.#pace, now)
    return side.pace.tokens >= 1
  }

  /** A message that was stored at `createdAt`; `now` is given where that is just happening. */
  note(
    messageId: string,
    number: number,
    sender: string,
    createdAt: number,
    now = createdAt,
  ): void {
    this.last = number
    this.lastCreatedAt = createdAt
    this.recent.set(messageId, number)
    if (this.recent.size > LIMITS.messageIdWindow) {
      const [oldest = ''] = this.recent.keys()
      this.recent.delete(oldest)
    }
    const side = this.#side(sender)
    side.pace = spent(side.pace, this.#pace, now)
    this.#side(partnerIn(this.id, sender)).unread += 1
  }

  /** A person has read up to a message, and so many are left. */
  noteRead(personId: string, through: number, unread: number): void {
    Object.assign(this.#side(personId), { through, unread })
  }

  /** Both readers with the cursor that storage has for each. */
  readers(byFirst: number, bySecond: number): [string, number][] {
    return [
      [this.id.slice(0, ID_LENGTH), byFirst],
      [this.id.slice(ID_LENGTH + 1), bySecond],
    ]
  }

  #side(personId: string): Side {
    return this.isFirst(personId) ? this.#first : this.#second
  }
}
