import * as v from 'valibot'
import type { BucketSize } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'
import type { KeyedBuckets } from '#worker/keyed-buckets.ts'

type Limits = typeof LIMITS
type NumberName = {
  [Name in keyof Limits]: Limits[Name] extends number ? Name : never
}[keyof Limits]
export type RoomLimits = Readonly<Record<NumberName, number>>

const aLimit = v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)))
const numbers = Object.keys(LIMITS).filter(
  (name) => typeof LIMITS[name as keyof Limits] === 'number',
)
const raisedSchema = v.strictObject(v.entriesFromList(numbers as NumberName[], aLimit))

/**
 * `RAISED_LIMITS` is JSON; benches and chaos runs raise some. Throws if invalid: a typo must not leave
 * a limit as it was.
 */
export function readRoomLimits({ RAISED_LIMITS: raised }: Pick<Env, 'RAISED_LIMITS'>): RoomLimits {
  if (!raised) return LIMITS
  return { ...LIMITS, ...v.parse(raisedSchema, JSON.parse(raised)) }
}

/** Bursts and rates of all buckets. A key is a person, a network, a socket, or `BAR`. */
export function ratesOf(limits: RoomLimits) {
  const { wideNetworkTimes } = limits
  const profiles = perMinute(limits.profilesBurstPerNetwork, limits.profilesPerMinutePerNetwork)
  const upgrades = perMinute(limits.upgradesBurstPerNetwork, limits.upgradesPerMinutePerNetwork)
  return {
    handshakes: perSecond(limits.handshakesPerSecond, limits.handshakesPerSecond),
    upgradesOfPerson: perMinute(limits.upgradesBurstPerPerson, limits.upgradesPerMinutePerPerson),
    upgradesOfNetwork: upgrades,
    upgradesOfWideNetwork: times(wideNetworkTimes, upgrades),
    refusedUpgrades: perMinute(limits.refusedUpgradesBurst, limits.refusedUpgradesPerMinute),
    frames: perSecond(limits.framesBurst, limits.framesPerSecond),
    boardFrames: perSecond(limits.boardFramesBurst, limits.boardFramesPerSecond),
    changes: perMinute(limits.changesBurst, limits.changesPerMinute),
    renames: perMinute(limits.renamesBurst, limits.renamesPerMinute),
    reads: perMinute(limits.readsBurst, limits.readsPerMinute),
    typing: perMinute(limits.typingBurst, limits.typingPerMinute),
    /** Pages and searches. */
    peopleAsked: perSecond(limits.peopleAskedBurst, limits.peopleAskedPerSecond),
    history: perSecond(limits.historyBurst, limits.historyPerSecond),
    ownData: perMinute(limits.ownDataBurst, limits.ownDataPerMinute),
    messagesOfPair: perSecond(limits.sayPairBurst, limits.sayPairPerSecond),
    profilesOfNetwork: profiles,
    profilesOfWideNetwork: times(wideNetworkTimes, profiles),
    profilesOfBar: perMinute(limits.profilesBurstPerBar, limits.profilesPerMinutePerBar),
  }
}

/** The key of what a whole bar shares. */
export const BAR = ''

/** In memory. Safe where a client that empties a bucket keeps the room awake. */
export type RateLimits = KeyedBuckets<keyof ReturnType<typeof ratesOf>>

function perSecond(burst: number, each: number): BucketSize {
  return { burst, perSecond: each }
}

function perMinute(burst: number, each: number): BucketSize {
  return perSecond(burst, each / 60)
}

function times(factor: number, size: BucketSize): BucketSize {
  return perSecond(factor * size.burst, factor * size.perSecond)
}
