import type { Bucket, BucketSize } from '#contract/bucket.ts'
import { refilled, spent } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'
import { partnerIn } from './messages.ts'

interface NotedMessage {
  id: string
  number: number
  sender: string
  createdAt: number
}

interface Side {
  readThrough: number
  /** The last message when a notice was asked for. */
  noticedThrough: number
  unread: number
  sent: number
  pace: Bucket
}

/** What the room keeps in memory of one conversation, apart from its texts. */
export class Conversation {
  readonly id: string
  /** Numbers by message id: the last 256 messages, oldest first. */
  readonly recent = new Map<string, number>()
  /** By number: a map's first key is found only behind all that were deleted. */
  readonly #recentIds: string[] = []
  last = 0
  lastCreatedAt = 0
  /** By the person who did not begin it. Over once they write. */
  isFolded = false
  readonly #size: BucketSize
  readonly #isWhole: boolean
  readonly #first: Side
  readonly #second: Side

  /** `isWhole`: all its messages will be noted. Otherwise nobody may send before `at` and a while. */
  constructor(id: string, size: BucketSize, { isWhole, at }: { isWhole: boolean; at: number }) {
    this.id = id
    this.#size = size
    this.#isWhole = isWhole
    const side = {
      readThrough: 0,
      noticedThrough: 0,
      unread: 0,
      sent: 0,
      pace: { tokens: isWhole ? size.burst : 0, at },
    }
    this.#first = { ...side }
    this.#second = { ...side }
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

  /**
   * How many messages the person has sent whose partner has sent none; 0 once both have. Nobody sends
   * more than the last 256 alone, so both have if earlier ones are unknown.
   */
  unanswered(personId: string): number {
    const isAnswered = !this.#isWhole || this.#side(partnerIn(this.id, personId)).sent > 0
    return isAnswered ? 0 : this.#side(personId).sent
  }

  isFoldedFor(personId: string): boolean {
    return this.isFolded && this.unanswered(partnerIn(this.id, personId)) > 0
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
    this.#side(partnerIn(this.id, sender)).unread += 1
  }

  noteRead(personId: string, readThrough: number, unread: number): void {
    Object.assign(this.#side(personId), { readThrough, unread })
  }

  #side(personId: string): Side {
    return this.id.startsWith(personId) ? this.#first : this.#second
  }
}
