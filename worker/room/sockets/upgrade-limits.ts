import type { CloseName } from '#contract/protocol.ts'
import { KeyedBuckets } from '#worker/room/keyed-buckets.ts'
import type { RoomLimits } from '#worker/room/rate-limits.ts'
import type { Networks } from '#worker/room/rpc.ts'
import type { Sockets } from './sockets.ts'

interface Granted {
  byPerson: KeyedBuckets
  byNetwork: KeyedBuckets
  byWideNetwork: KeyedBuckets
}

/**
 * How many sockets a person and a network may open, and how many of a bar's places a network may hold.
 * After hibernation the buckets are rebuilt from the sockets that are still attached: a client that never
 * answers a close keeps its sockets attached, and they go on counting. After a restart no socket is
 * left, and everybody may come back at once.
 */
export class UpgradeLimits {
  readonly #limits: RoomLimits
  readonly #sockets: Sockets
  #granted: Granted | null = null

  constructor(limits: RoomLimits, sockets: Sockets) {
    this.#limits = limits
    this.#sockets = sockets
  }

  /** Null if granted. Only what is granted counts. */
  whyRefused(personId: string, networks: Networks, now: number): CloseName | null {
    this.#granted ??= this.#rebuild()
    const buckets = bucketsOf(this.#granted, personId, networks)
    if (!buckets.every(([one, key]) => one.has(key, now))) return 'overloaded'
    if (this.#holdsItsShare(networks)) return 'barFull'
    for (const [one, key] of buckets) one.take(key, now)
    return null
  }

  /** A /48 counts like a network here: with four times the share it would have the whole bar. */
  #holdsItsShare(networks: Networks): boolean {
    const { socketsPerBar, crowdedPercent, networkSharePercent } = this.#limits
    if (!this.#sockets.isFull((socketsPerBar * crowdedPercent) / 100)) return false
    const open = this.#sockets.countFrom(networks)
    const share = (open.all * networkSharePercent) / 100
    return open.network > share || open.wideNetwork > share
  }

  #rebuild(): Granted {
    const { upgradesBurstPerPerson, upgradesPerMinutePerPerson } = this.#limits
    const { upgradesBurstPerNetwork: burst, upgradesPerMinutePerNetwork: perMinute } = this.#limits
    const times = this.#limits.wideNetworkTimes
    const granted = {
      byPerson: new KeyedBuckets(upgradesBurstPerPerson, upgradesPerMinutePerPerson),
      byNetwork: new KeyedBuckets(burst, perMinute),
      byWideNetwork: new KeyedBuckets(times * burst, times * perMinute),
    }
    const attached = this.#sockets.attached()
    attached.sort((one, other) => one.acceptedAt - other.acceptedAt)
    for (const { personId, acceptedAt, network, wideNetwork } of attached) {
      for (const [one, key] of bucketsOf(granted, personId, { network, wideNetwork })) {
        one.take(key, acceptedAt)
      }
    }
    return granted
  }
}

function bucketsOf(
  { byPerson, byNetwork, byWideNetwork }: Granted,
  personId: string,
  { network, wideNetwork }: Networks,
): (readonly [buckets: KeyedBuckets, key: string])[] {
  const wide = wideNetwork === null ? [] : [[byWideNetwork, wideNetwork] as const]
  return [[byPerson, personId], [byNetwork, network], ...wide]
}
