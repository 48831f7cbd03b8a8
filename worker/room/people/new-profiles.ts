import { forgetOld } from '#contract/bucket.ts'
import { MINUTE_MS } from '#contract/durations.ts'
import { TIMINGS } from '#contract/timings.ts'
import { KeyedBuckets } from '#worker/room/keyed-buckets.ts'
import type { RoomLimits } from '#worker/room/rate-limits.ts'
import type { Networks } from '#worker/room/rpc.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import type { People } from './people.ts'

const BAR = ''

/**
 * How many profiles a network, the /48 around it and the whole bar may make. Rebuilt from the stored
 * visits, so that neither hibernation nor a rollback hands out a new burst. A visit that has ended holds
 * no place and is not counted again.
 */
export class NewProfiles {
  readonly #limits: RoomLimits
  readonly #people: People
  readonly #made: () => Made

  constructor(limits: RoomLimits, storage: RoomStorage, people: People) {
    this.#limits = limits
    this.#people = people
    this.#made = storage.cache(() => this.#rebuild())
  }

  /** Whole seconds until the caller's turn; 0 if one may be made now. */
  secondsToWait(networks: Networks, now: number): number {
    return Math.ceil(this.#made().wait(networks, now) / 1_000)
  }

  /** Call in the transaction that writes the row, before it. */
  note(networks: Networks, now: number): void {
    this.#made().note(networks, now)
  }

  #rebuild(): Made {
    const made = new Made(this.#limits)
    const since = Date.now() - forgottenAfterMs(this.#limits)
    const oldestFirst = [...this.#people.all()]
      .filter(({ enteredAt }) => enteredAt > since)
      .sort((one, other) => one.enteredAt - other.enteredAt)
    for (const person of oldestFirst) made.note(person, person.enteredAt)
    return made
  }
}

/** By then every bucket is full again. */
function forgottenAfterMs(limits: RoomLimits): number {
  const network = limits.profilesBurstPerNetwork / limits.profilesPerMinutePerNetwork
  const bar = limits.profilesBurstPerBar / limits.profilesPerMinutePerBar
  return Math.max(TIMINGS.freeProfilesMs, MINUTE_MS * network, MINUTE_MS * bar)
}

class Made {
  readonly #freeEach: number
  readonly #byNetwork: KeyedBuckets
  readonly #byWideNetwork: KeyedBuckets
  readonly #inBar: KeyedBuckets
  /** The newest times of each network, as many as are free. */
  readonly #times = new Map<string, number[]>()
  #timesPurgedAt = 0

  constructor(limits: RoomLimits) {
    const { profilesBurstPerNetwork: burst, profilesPerMinutePerNetwork: perMinute } = limits
    const times = limits.wideNetworkTimes
    this.#freeEach = limits.freeProfilesPerNetwork
    this.#byNetwork = new KeyedBuckets(burst, perMinute)
    this.#byWideNetwork = new KeyedBuckets(times * burst, times * perMinute)
    this.#inBar = new KeyedBuckets(limits.profilesBurstPerBar, limits.profilesPerMinutePerBar)
  }

  wait(networks: Networks, now: number): number {
    const empty = this.#bucketsOf(networks, now).filter(([buckets, key]) => !buckets.has(key, now))
    const turns = empty.map(([buckets, key]) => buckets.takeTurn(key, TIMINGS.profileWaitMs, now))
    return Math.max(0, ...turns)
  }

  note(networks: Networks, now: number): void {
    for (const [buckets, key] of this.#bucketsOf(networks, now)) buckets.take(key, now)
    const times = this.#times.get(networks.network) ?? []
    this.#times.set(networks.network, [...times, now].slice(-this.#freeEach))
    this.#purgeTimes(now)
  }

  #bucketsOf(
    { network, wideNetwork }: Networks,
    now: number,
  ): (readonly [buckets: KeyedBuckets, key: string])[] {
    const own = [[this.#byNetwork, network]] as const
    const wide = wideNetwork === null ? [] : [[this.#byWideNetwork, wideNetwork] as const]
    const bar = this.#isFree(network, now) ? [] : [[this.#inBar, BAR] as const]
    return [...own, ...wide, ...bar]
  }

  #isFree(network: string, now: number): boolean {
    const times = this.#times.get(network) ?? []
    forgetOld(times, TIMINGS.freeProfilesMs, now)
    return times.length < this.#freeEach
  }

  #purgeTimes(now: number): void {
    if (now - this.#timesPurgedAt < TIMINGS.freeProfilesMs) return
    this.#timesPurgedAt = now
    for (const [network, times] of this.#times) {
      forgetOld(times, TIMINGS.freeProfilesMs, now)
      if (times.length === 0) this.#times.delete(network)
    }
  }
}
