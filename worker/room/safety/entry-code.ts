import type { ErrorCode } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { isSameSignature, toEntryCode } from '#worker/auth/tokens.ts'
import { asksForCode, nightAt } from '#worker/policy/entry-code.ts'
import type { Networks } from '#worker/room/rpc.ts'
import type { Schema } from '#worker/room/storage/schema.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

/**
 * The night's code, asked of a new person (docs/decisions/0042-entry-code.md). Wrong tries are
 * stored, because hibernation must not reset them.
 */
export class EntryCode {
  readonly #storage: RoomStorage
  readonly #schema: Schema
  readonly #key: string
  readonly #wakeBy: (at: number) => void

  constructor(storage: RoomStorage, schema: Schema, key: string, wakeBy: (at: number) => void) {
    this.#storage = storage
    this.#schema = schema
    this.#key = key
    this.#wakeBy = wakeBy
  }

  /** Returns null if the person may enter. Compares no code beyond the limit of a network. */
  refuse(typed: string | null, networks: Networks, now: number): ErrorCode | null {
    const { barId, entryCode } = this.#schema.room
    if (!asksForCode(entryCode, now)) return null
    if (typed === null) return 'entry_code_needed'
    if (this.#hasTriedEnough(networks, now)) return 'rate_limited'
    const { night } = nightAt(entryCode, now)
    const code = toEntryCode(this.#key, barId, night, entryCode.renewals)
    if (isSameSignature(typed, code)) return null
    this.#note(networks.network, now)
    if (networks.wideNetwork !== null) this.#note(networks.wideNetwork, now)
    this.#wakeBy(now + TIMINGS.entryCodeTriesMs)
    return 'entry_code_wrong'
  }

  #hasTriedEnough({ network, wideNetwork }: Networks, now: number): boolean {
    const { entryCodeTries: most, wideNetworkTimes: times } = LIMITS
    if (this.#wrongTries(network, now) >= most) return true
    return wideNetwork !== null && this.#wrongTries(wideNetwork, now) >= times * most
  }

  #note(network: string, now: number): void {
    this.#storage.sql`
      INSERT INTO entry_code_tries (network, at, tries) VALUES (${network}, ${now}, 1)
      ON CONFLICT DO UPDATE SET tries = tries + 1`
  }

  #wrongTries(network: string, now: number): number {
    const [row] = this.#storage.sql<{ tries: number | null }>`
      SELECT sum(tries) AS tries FROM entry_code_tries
      WHERE network = ${network} AND at > ${now - TIMINGS.entryCodeTriesMs}`
    return row?.tries ?? 0
  }
}
