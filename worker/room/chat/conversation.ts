import type { Bucket, BucketSize } from '#contract/bucket.ts'
import { refilled, spent } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'

interface NotedMessage {
  id: string
  number: number
  sender: string
  createdAt: number
}

export type Pair = readonly [one: string, other: string]

interface Side {
  readThrough: number
  /** The last message when a notice was asked for. */
  noticedThrough: number
  /** Put away by this person. Over once they write. */
  isFolded: boolean
  unread: number
  sent: number
  pace: Bucket
}

/** One conversation in the room's memory, without its texts. */
export class Conversation {
  readonly people: Pair
  /** The conversation's number; null until its first message. */
  id: number | null
  /** Numbers by message id: the last 256 messages, oldest first. */
  readonly recent = new Map<string, number>()
  /** A ring of the same ids: finding a Map's first key walks over all deleted ones. */
  readonly #recentIds: string[] = []
  last = 0
  lastCreatedAt = 0
  readonly #size: BucketSize
  readonly #isWhole: boolean
  readonly #first: Side
  readonly #second: Side

  /** Unless `isWhole`, the pace starts with an empty bucket at `at`, the time of the oldest loaded message. */
  constructor(
    people: Pair,
    id: number | null,
    size: BucketSize,
    { isWhole, at }: { isWhole: boolean; at: number },
  ) {
    this.people = people
    this.id = id
    this.#size = size
    this.#isWhole = isWhole
    const side = {
      readThrough: 0,
      noticedThrough: 0,
      isFolded: false,
      unread: 0,
      sent: 0,
      pace: { tokens: isWhole ? size.burst : 0, at },
    }
    this.#first = { ...side }
    this.#second = { ...side }
  }

  partnerOf(personId: string): string {
    const [one, other] = this.people
    return personId === one ? other : one
  }

  readThrough(personId: string): number {
    return this.#side(personId).readThrough
  }

  /** Since they last opened it. */
  isNoticed(personId: string): boolean {
    const { noticedThrough, readThrough } = this.#side(personId)
    return noticedThrough > readThrough
  }

  noteNotice(personId: string, noticedThrough: number): void {
    this.#side(personId).noticedThrough = noticedThrough
  }

  unread(personId: string): number {
    return this.#side(personId).unread
  }

  /** True once both have sent a message. One side alone cannot send the last 256. */
  get isAnswered(): boolean {
    return !this.#isWhole || (this.#first.sent > 0 && this.#second.sent > 0)
  }

  /** How many messages the person has sent whose partner has sent none; 0 once both have. */
  unanswered(personId: string): number {
    return this.isAnswered ? 0 : this.#side(personId).sent
  }

  isFoldedFor(personId: string): boolean {
    return this.#side(personId).isFolded && this.unanswered(this.partnerOf(personId)) > 0
  }

  noteFolded(personId: string): void {
    this.#side(personId).isFolded = true
  }

  maySend(personId: string, now: number): boolean {
    const side = this.#side(personId)
    side.pace = refilled(side.pace, this.#size, now)
    return side.pace.tokens >= 1
  }

  note({ id, number, sender, createdAt }: NotedMessage, now = createdAt): void {
    this.last = number
    this.lastCreatedAt = createdAt
    this.recent.set(id, number)
    const place = number % LIMITS.messageIdWindow
    this.recent.delete(this.#recentIds[place] ?? '')
    this.#recentIds[place] = id
    const side = this.#side(sender)
    side.pace = spent(side.pace, this.#size, now)
    side.sent += 1
    this.#side(this.partnerOf(sender)).unread += 1
  }

  noteRead(personId: string, readThrough: number, unread: number): void {
    Object.assign(this.#side(personId), { readThrough, unread })
  }

  #side(personId: string): Side {
    return personId === this.people[0] ? this.#first : this.#second
  }
}
