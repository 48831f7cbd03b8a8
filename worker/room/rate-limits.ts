import { Buffer } from 'node:buffer'
import * as v from 'valibot'
import type { Bucket, BucketSize } from '#contract/bucket.ts'
import { forgetOld, take } from '#contract/bucket.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Conversation } from './chat/conversation.ts'
import type { Conversations } from './chat/conversations.ts'
import type { RoomStorage } from './storage/storage.ts'

/** Benches and chaos runs raise them. */
const ROOM_LIMITS = {
  socketsPerPerson: LIMITS.socketsPerPerson,
  socketsPerBar: LIMITS.socketsPerBar,
  handshakesPerSecond: LIMITS.handshakesPerSecond,
  framesBurst: LIMITS.framesBurst,
  framesPerSecond: LIMITS.framesPerSecond,
  changesBurst: LIMITS.changesBurst,
  changesPerMinute: LIMITS.changesPerMinute,
  peopleAskedBurst: LIMITS.peopleAskedBurst,
  peopleAskedPerSecond: LIMITS.peopleAskedPerSecond,
  peopleSearched: LIMITS.peopleSearched,
  ownDataBurst: LIMITS.ownDataBurst,
  ownDataPerMinute: LIMITS.ownDataPerMinute,
  sayPairBurst: LIMITS.sayPairBurst,
  sayPairPerSecond: LIMITS.sayPairPerSecond,
  sayPerMinute: LIMITS.sayPerMinute,
  newPeoplePerHour: LIMITS.newPeoplePerHour,
  unansweredMessages: LIMITS.unansweredMessages,
  peoplePerBar: LIMITS.peoplePerBar,
  profilesBurstPerNetwork: LIMITS.profilesBurstPerNetwork,
  profilesPerMinutePerNetwork: LIMITS.profilesPerMinutePerNetwork,
  profilesBurstPerBar: LIMITS.profilesBurstPerBar,
  profilesPerMinutePerBar: LIMITS.profilesPerMinutePerBar,
  freeProfilesPerNetwork: LIMITS.freeProfilesPerNetwork,
  upgradesBurstPerPerson: LIMITS.upgradesBurstPerPerson,
  upgradesPerMinutePerPerson: LIMITS.upgradesPerMinutePerPerson,
  upgradesBurstPerNetwork: LIMITS.upgradesBurstPerNetwork,
  upgradesPerMinutePerNetwork: LIMITS.upgradesPerMinutePerNetwork,
  wideNetworkTimes: LIMITS.wideNetworkTimes,
  unjoinedMinutes: LIMITS.unjoinedMinutes,
  crowdedPercent: LIMITS.crowdedPercent,
  networkSharePercent: LIMITS.networkSharePercent,
  storedBytesPerPerson: LIMITS.storedBytesPerPerson,
}
export type RoomLimits = Record<keyof typeof ROOM_LIMITS, number>

const aLimit = v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)))
const raisedSchema = v.strictObject(
  v.entriesFromList(Object.keys(ROOM_LIMITS) as (keyof RoomLimits)[], aLimit),
)

/** `RAISED_LIMITS` is JSON. Throws if invalid: a typo must not leave a limit as it was. */
export function readRoomLimits({ RAISED_LIMITS: raised }: Pick<Env, 'RAISED_LIMITS'>): RoomLimits {
  if (!raised) return ROOM_LIMITS
  return { ...ROOM_LIMITS, ...v.parse(raisedSchema, JSON.parse(raised)) }
}

interface Sent {
  /** Times; older ones than a minute are dropped when there are too many. */
  messages: number[]
  begun: number[] | null
  /** UTF-8 bytes of the texts that the person has stored, an upper bound until it reaches the limit. */
  bytesAtMost: number
}

/**
 * Hibernation does not reset limits of messages: they are rebuilt from storage. Buckets in memory
 * are safe, because a client that empties one keeps the room awake.
 */
export class RateLimits {
  readonly #limits: RoomLimits
  readonly #conversations: Conversations
  readonly #frames = new Map<string, Bucket>()
  readonly #changes = new Map<string, Bucket>()
  readonly #ownData = new Map<string, Bucket>()
  readonly #peopleAsked = new Map<string, Bucket>()
  readonly #sent: () => Map<string, Sent>
  #handshakes: Bucket | null = null

  constructor(limits: RoomLimits, storage: RoomStorage, conversations: Conversations) {
    this.#limits = limits
    this.#conversations = conversations
    this.#sent = storage.cache(() => new Map())
  }

  consumeHandshake(now: number): boolean {
    const { handshakesPerSecond: each } = this.#limits
    const { isGranted, left } = take(this.#handshakes, { burst: each, perSecond: each }, now)
    this.#handshakes = left
    return isGranted
  }

  consumeFrame(personId: string, now: number): boolean {
    const { framesBurst: burst, framesPerSecond: perSecond } = this.#limits
    return consume(this.#frames, personId, { burst, perSecond }, now)
  }

  consumeChange(personId: string, now: number): boolean {
    const { changesBurst: burst, changesPerMinute } = this.#limits
    return consume(this.#changes, personId, { burst, perSecond: changesPerMinute / 60 }, now)
  }

  /** A page or a search. */
  consumePeopleAsked(personId: string, now: number): boolean {
    const { peopleAskedBurst: burst, peopleAskedPerSecond: perSecond } = this.#limits
    return consume(this.#peopleAsked, personId, { burst, perSecond }, now)
  }

  consumeOwnData(personId: string, now: number): boolean {
    const { ownDataBurst: burst, ownDataPerMinute } = this.#limits
    return consume(this.#ownData, personId, { burst, perSecond: ownDataPerMinute / 60 }, now)
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
    this.#frames.delete(personId)
    this.#changes.delete(personId)
    this.#ownData.delete(personId)
    this.#peopleAsked.delete(personId)
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

function consume(
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
