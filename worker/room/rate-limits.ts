import * as v from 'valibot'
import type { BucketSize } from '#contract/bucket.ts'
import { LIMITS } from '#contract/limits.ts'
import type { KeyedBuckets } from '#worker/keyed-buckets.ts'

/** The room reads these limits from `RoomLimits`, so `RAISED_LIMITS` may raise them. It reads the others from the contract. */
const RAISABLE = [
  'unjoinedMinutes',
  'peoplePerBar',
  'socketsPerBar',
  'socketsPerPerson',
  'crowdedPercent',
  'networkSharePercent',
  'handshakesPerSecond',
  'upgradesBurstPerPerson',
  'upgradesPerMinutePerPerson',
  'upgradesBurstPerNetwork',
  'upgradesPerSecondPerNetwork',
  'wideNetworkTimes',
  'refusedUpgradesBurst',
  'refusedUpgradesPerMinute',
  'framesBurst',
  'framesPerSecond',
  'boardFramesBurst',
  'boardFramesPerSecond',
  'changesBurst',
  'changesPerMinute',
  'renamesBurst',
  'renamesPerMinute',
  'readsBurst',
  'readsPerMinute',
  'typingBurst',
  'typingPerMinute',
  'peopleAskedBurst',
  'peopleAskedPerSecond',
  'peopleSearched',
  'historyBurst',
  'historyPerSecond',
  'ownDataBurst',
  'ownDataPerMinute',
  'sayPairBurst',
  'sayPairPerSecond',
  'sayPerMinute',
  'newPeoplePerHour',
  'unansweredMessages',
  'storedBytesPerPerson',
  'freeProfilesPerNetwork',
  'profilesBurstPerNetwork',
  'profilesPerMinutePerNetwork',
  'profilesBurstPerBar',
  'profilesPerMinutePerBar',
] as const satisfies (keyof typeof LIMITS)[]
export type RoomLimits = Readonly<Record<(typeof RAISABLE)[number], number>>

const aLimit = v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)))
const raisedSchema = v.strictObject(v.entriesFromList(RAISABLE, aLimit))

/**
 * `RAISED_LIMITS` is JSON; benches and chaos runs raise some. Throws if invalid: no name may leave
 * its limit as it was.
 */
export function readRoomLimits({ RAISED_LIMITS: raised }: Pick<Env, 'RAISED_LIMITS'>): RoomLimits {
  if (!raised) return LIMITS
  return { ...LIMITS, ...v.parse(raisedSchema, JSON.parse(raised)) }
}

/** Bursts and rates of the room's buckets. A key is a person, a network, a socket, or `BAR`. */
export function ratesOf(limits: RoomLimits) {
  return {
    handshakes: perSecond(limits.handshakesPerSecond, limits.handshakesPerSecond),
    upgradesOfPerson: perMinute(limits.upgradesBurstPerPerson, limits.upgradesPerMinutePerPerson),
    upgradesOfNetwork: perSecond(
      limits.upgradesBurstPerNetwork,
      limits.upgradesPerSecondPerNetwork,
    ),
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
  }
}

/** `NewProfiles` has buckets of its own, which it rebuilds. */
export function profileRatesOf(limits: RoomLimits) {
  const network = perMinute(limits.profilesBurstPerNetwork, limits.profilesPerMinutePerNetwork)
  return {
    profilesOfNetwork: network,
    profilesOfWideNetwork: times(limits.wideNetworkTimes, network),
    profilesOfBar: perMinute(limits.profilesBurstPerBar, limits.profilesPerMinutePerBar),
  }
}

/** The pace of a conversation, which each conversation keeps. */
export function paceOf(limits: RoomLimits): BucketSize {
  return perSecond(limits.sayPairBurst, limits.sayPairPerSecond)
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
