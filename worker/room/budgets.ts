import type { Bucket, BucketSize } from '#contract/bucket.ts'
import { forgetOld, take } from '#contract/bucket.ts'
import type { ChatLog } from './chat-log.ts'
import type { Conversation } from './conversation.ts'
import type { RoomLimits } from './limits.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** When a person spoke in the last minute, and began conversations in the last hour. */
interface Spent {
  said: number[]
  begun: number[]
}

/**
 * How much a person may ask of the room. What a sleep made it forget is read again from what is
 * stored, not granted anew.
 */
export class Budgets {
  readonly #limits: RoomLimits
  readonly #chatLog: ChatLog
  readonly #frames = new Map<string, Bucket>()
  /** Not stored: whoever is fast enough to empty one keeps the room awake. */
  readonly #acts = new Map<string, Bucket>()
  readonly #spent = new Map<string, Spent>()
  #handshakes: Bucket | null = null

  constructor(limits: RoomLimits, chatLog: ChatLog) {
    this.#limits = limits
    this.#chatLog = chatLog
  }

  /** Whether one more upgrade may be looked at. */
  takeHandshake(now: number): boolean {
    const { handshakesPerSecond: each } = this.#limits
    const size = { burst: each, perSecond: each }
    const { isGranted, left } = take(this.#handshakes, size, now)
    this.#handshakes = left
    return isGranted
  }

  /** Whether one more frame of a person may be looked at, before it is. */
  takeFrame(personId: string, now: number): boolean {
    const { framesBurst: burst, framesPerSecond: perSecond } = this.#limits
    return takeOne(this.#frames, personId, { burst, perSecond }, now)
  }

  /** Whether a person may change one more thing of theirs that everybody is told of. */
  takeAct(personId: string, now: number): boolean {
    const { actsBurst: burst, actsPerMinute } = this.#limits
    return takeOne(this.#acts, personId, { burst, perSecond: actsPerMinute / 60 }, now)
  }

  /** Whether a person may say one more thing in a conversation. */
  maySay(personId: string, conversation: Conversation, now: number): boolean {
    const { said, begun } = this.#spentBy(personId, now)
    if (said.length >= this.#limits.sayPerMinute) return false
    if (conversation.last === 0 && begun.length >= this.#limits.newPeoplePerHour) return false
    return conversation.maySay(personId, now)
  }

  /** Notes that something is being said, as the first of its conversation or not. */
  noteSaid(personId: string, isFirst: boolean, now: number): void {
    const { said, begun } = this.#spentBy(personId, now)
    said.push(now)
    if (isFirst) begun.push(now)
  }

  /** What somebody has spent is of no matter any more: they have left. */
  forget(personId: string): void {
    this.#frames.delete(personId)
    this.#acts.delete(personId)
    this.#spent.delete(personId)
  }

  /** What was said may have been taken back; it is read again. */
  forgetSaid(): void {
    this.#spent.clear()
  }

  #spentBy(personId: string, now: number): Spent {
    const known = this.#spent.get(personId) ?? {
      said: this.#chatLog.saidSince(personId, now - MINUTE_MS).sort(byTime),
      begun: this.#chatLog.begunSince(personId, now - HOUR_MS).sort(byTime),
    }
    forgetOld(known.said, MINUTE_MS, now)
    forgetOld(known.begun, HOUR_MS, now)
    this.#spent.set(personId, known)
    return known
  }
}

/** Whether there was one more token in somebody's bucket. */
function takeOne(
  buckets: Map<string, Bucket>,
  personId: string,
  size: BucketSize,
  now: number,
): boolean {
  const { isGranted, left } = take(buckets.get(personId), size, now)
  buckets.set(personId, left)
  return isGranted
}

function byTime(one: number, other: number): number {
  return one - other
}
