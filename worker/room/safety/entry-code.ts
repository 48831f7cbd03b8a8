import type { EntryCodeTries } from '#contract/entry-code.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { isSameSignature, toEntryCode } from '#worker/auth/tokens.ts'
import { asksForCode, nightAt } from '#worker/policy/entry-code.ts'
import type { Networks } from '#worker/room/rpc.ts'
import type { RoomFile } from '#worker/room/storage/room-file.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

interface Parts {
  file: RoomFile
  key: string
  wakeBy: (at: number) => void
  /** Called at every `LIMITS.entryCodeTriesTold` wrong codes. */
  onTries: () => void
}

/** Keys of wrong tries beside those of networks, which are longer: all of the bar, and those beyond a network's limit. */
const ALL = '*'
const BEYOND = ''

/**
 * The night's code, asked of a new person (docs/decisions/0042-entry-code.md). Wrong tries are
 * stored, because hibernation must not reset them.
 */
export class EntryCode {
  readonly #storage: RoomStorage
  readonly #parts: Parts

  constructor(storage: RoomStorage, parts: Parts) {
    this.#storage = storage
    this.#parts = parts
  }

  /**
   * Returns null if the person may enter. Everybody in a bar may share one address: beyond the limit of a
   * network a code is still compared, from a budget of the bar that only wrong codes use.
   */
  refuse(typed: string | null, networks: Networks, now: number): ErrorCode | null {
    const { barId, entryCode } = this.#parts.file
    if (!asksForCode(entryCode, now)) return null
    if (typed === null) return 'entry_code_needed'
    const isBeyond = this.#hasTriedEnough(networks, now)
    if (isBeyond && this.#wrongTries(BEYOND, now) >= LIMITS.entryCodeTriesOfBar)
      return 'rate_limited'
    const { night } = nightAt(entryCode, now)
    const code = toEntryCode(this.#parts.key, barId, night, entryCode.renewals)
    if (isSameSignature(typed, code)) return null
    if (isBeyond) this.#note(BEYOND, now)
    else {
      this.#note(networks.network, now)
      if (networks.wideNetwork !== null) this.#note(networks.wideNetwork, now)
    }
    this.#note(ALL, now)
    if (this.#wrongTries(ALL, now) % LIMITS.entryCodeTriesTold === 0) this.#parts.onTries()
    this.#parts.wakeBy(now + TIMINGS.entryCodeTriesMs)
    return 'entry_code_wrong'
  }

  /** Whether wrong codes are being tried, and whether some came from this network. */
  tries(network: string, now: number): EntryCodeTries {
    const all = this.#wrongTries(ALL, now)
    if (all < LIMITS.entryCodeTriesTold) return null
    return this.#wrongTries(network, now) > 0 ? 'thisNetwork' : 'elsewhere'
  }

  /** A new code makes earlier tries worthless. */
  forgetTries(): void {
    this.#storage.sql`DELETE FROM entry_code_tries`
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
