import { forgetOld } from '#contract/bucket.ts'
import { MINUTE_MS } from '#contract/durations.ts'
import { TIMINGS } from '#contract/timings.ts'
import { KeyedBuckets } from '#worker/keyed-buckets.ts'
import type { RoomLimits } from '#worker/room/rate-limits.ts'
import { BAR, profileRatesOf } from '#worker/room/rate-limits.ts'
import type { Networks } from '#worker/room/rpc.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import type { People } from './people.ts'
import { WaitingLines } from './waiting-lines.ts'

/**
 * How many profiles a network, the /48 around it and the whole bar may make. Rebuilt from the stored
 * visits, so that neither hibernation nor a rollback hands out a new burst. A visit that has ended holds
 * no place and is not counted again.
 */
export class NewProfiles {
  readonly #limits: RoomLimits
  readonly #people: People
  readonly #made: () => Made
  readonly #lines = new WaitingLines()

  constructor(limits: RoomLimits, storage: RoomStorage, people: People) {
    this.#limits = limits
    this.#people = people
    this.#made = storage.cache(() => this.#rebuild())
  }

  /** Whole seconds until the attempt's turn, which is kept for it; 0 if one may be made now. */
  secondsToWait(attempt: string, networks: Networks, now: number): number {
    const waits = this.#made()
      .bucketsOf(networks, now)
      .map(({ line, msUntil }) => {
        const turnMs = msUntil(this.#lines.ahead(line, attempt, now) + 1)
        return { line, ms: Math.min(turnMs, TIMINGS.profileWaitMs) }
      })
    const longest = Math.max(...waits.map(({ ms }) => ms))
    if (longest === 0) return 0
    for (const { line, ms } of waits) {
      if (ms > 0 || this.#lines.holds(line, attempt)) this.#lines.keep(line, attempt, longest, now)
    }
    return Math.ceil(longest / 1_000)
  }

  /** Call in the transaction that writes the row, before it. */
  note(attempt: string, networks: Networks, now: number): void {
    const made = this.#made()
    for (const { line } of made.bucketsOf(networks, now)) this.#lines.leave(line, attempt)
    made.note(networks, now)
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

/** The time in which every bucket fills up again. */
function forgottenAfterMs(limits: RoomLimits): number {
  const network = limits.profilesBurstPerNetwork / limits.profilesPerMinutePerNetwork
  const bar = limits.profilesBurstPerBar / limits.profilesPerMinutePerBar
  return Math.max(TIMINGS.freeProfilesMs, MINUTE_MS * network, MINUTE_MS * bar)
}

class Made {
  readonly #freeEach: number
  readonly #rateLimits: KeyedBuckets<keyof ReturnType<typeof profileRatesOf>>
  /** The newest times of each network, as many as are free. */
  readonly #times = new Map<string, number[]>()
  #timesPurgedAt = 0

  constructor(limits: RoomLimits) {
    this.#freeEach = limits.freeProfilesPerNetwork
    this.#rateLimits = new KeyedBuckets(profileRatesOf(limits))
  }

  /** The buckets that a new profile takes a token from, and the milliseconds until each has so many. */
  bucketsOf(networks: Networks, now: number) {
    return this.#keysOf(networks, now).map(([name, key]) => ({
      line: `${name} ${key}`,
      msUntil: (tokens: number) => this.#rateLimits.msUntil(name, key, tokens, now),
    }))
  }

  note(networks: Networks, now: number): void {
    this.#rateLimits.spendAll(this.#keysOf(networks, now), now)
    const times = this.#times.get(networks.network) ?? []
    this.#times.set(networks.network, [...times, now].slice(-this.#freeEach))
    this.#purgeTimes(now)
  }

  #keysOf({ network, wideNetwork }: Networks, now: number) {
    const wide = wideNetwork === null ? [] : [['profilesOfWideNetwork', wideNetwork] as const]
    const bar = this.#isFree(network, now) ? [] : [['profilesOfBar', BAR] as const]
    return [['profilesOfNetwork', network] as const, ...wide, ...bar]
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
