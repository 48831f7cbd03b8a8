import type { CloseName } from '#contract/protocol.ts'
import type { RateLimits, RoomLimits } from '#worker/room/rate-limits.ts'
import { BAR } from '#worker/room/rate-limits.ts'
import type { Networks } from '#worker/room/rpc.ts'
import type { Sockets } from './sockets.ts'

/**
 * How many sockets a bar, a person and a network may open, and how many of a bar's places a network may
 * hold. A /48 counts like a network: with four times the share it would have the whole bar. After
 * hibernation the buckets are rebuilt from the sockets that are still attached: a client that never answers
 * a close keeps its sockets attached, and they go on counting. After a restart no socket is left, and
 * everybody may come back at once.
 */
export class UpgradeLimits {
  readonly #limits: RoomLimits
  readonly #rateLimits: RateLimits
  readonly #sockets: Sockets
  #isRebuilt = false

  constructor(limits: RoomLimits, rateLimits: RateLimits, sockets: Sockets) {
    this.#limits = limits
    this.#rateLimits = rateLimits
    this.#sockets = sockets
  }

  /** Returns null if granted. Refused upgrades do not count. */
  whyRefused(personId: string, networks: Networks, now: number): CloseName | null {
    if (!this.#isRebuilt) this.#rebuild()
    const keys = [['handshakes', BAR] as const, ...keysOf(personId, networks)]
    if (!this.#rateLimits.haveAll(keys, now)) return 'overloaded'
    if (this.#sockets.isFull(this.#limits.socketsPerBar)) return 'barFull'
    if (this.#holdsItsShare(networks)) return 'barFull'
    this.#rateLimits.spendAll(keys, now)
    return null
  }

  #holdsItsShare(networks: Networks): boolean {
    const { socketsPerBar, crowdedPercent, networkSharePercent } = this.#limits
    if (!this.#sockets.isFull((socketsPerBar * crowdedPercent) / 100)) return false
    const open = this.#sockets.countFrom(networks)
    const share = (open.all * networkSharePercent) / 100
    return open.network > share || open.wideNetwork > share
  }

  #rebuild(): void {
    const attached = this.#sockets.attached()
    attached.sort((one, other) => one.acceptedAt - other.acceptedAt)
    for (const socket of attached) {
      this.#rateLimits.spendAll(keysOf(socket.personId, socket), socket.acceptedAt)
    }
    this.#isRebuilt = true
  }
}

function keysOf(personId: string, { network, wideNetwork }: Networks) {
  return [
    ['upgradesOfPerson', personId] as const,
    ['upgradesOfNetwork', wideNetwork ?? network] as const,
  ]
}
