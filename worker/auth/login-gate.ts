import { DurableObject } from 'cloudflare:workers'
import type { AdminUser } from '#contract/admin.ts'
import type { AdminRecord } from '#worker/db/admins.ts'
import { findAdmin, renewPasswordHash } from '#worker/db/admins.ts'
import { isDatabaseAway } from '#worker/db/trouble.ts'
import { log } from '#worker/log.ts'
import { tagSql } from '#worker/object-sql.ts'
import type { Counter } from './buckets.ts'
import { Buckets } from './buckets.ts'
import { COST, checkPassword, hashPassword } from './password.ts'
import { Queue } from './queue.ts'
import { stretch } from './stretch.ts'
import { ALL_PLACES, ONE_PLACE, toRetryAfterSeconds } from './throttle.ts'
import { readTriesPerNetwork } from './tries.ts'

/** One try to sign in. `account` and `place` are keyed hashes. */
export interface LoginTry {
  email: string
  password: string
  account: string
  /** The network, or the device that has signed in to this account before. */
  place: string
  isKnownDevice: boolean
}

export type Throttled = { ok: false; code: 'throttled'; retryAfterSeconds: number }
export type LoginAnswer =
  | { ok: true; user: AdminUser; passwordSetAt: number | null }
  | { ok: false; code: 'wrong_credentials' | 'unavailable' }
  | Throttled

const SWEEP_EVERY_MS = 3_600_000
/** About as long as a full queue takes. */
const BUSY_S = 2

/**
 * Counts the tries of logins and checks passwords. Two of them exist, so that one guesser cannot
 * hold up every login. Who may call: the Worker alone, there is no `fetch`. In memory: the queue of
 * the checks under way. What survives sleep: the counts. It forgets them by its alarm, a day after
 * the last try.
 */
export class LoginGate extends DurableObject<Env> {
  readonly #buckets: Buckets
  readonly #queue = new Queue()
  readonly #triesPerNetwork: number
  /** Tests count its runs. */
  stretch = stretch

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#buckets = new Buckets(tagSql(ctx.storage))
    this.#triesPerNetwork = readTriesPerNetwork(env)
  }

  /** Counts a try of a network, over all accounts. */
  async admitNetwork(network: string): Promise<{ ok: true } | Throttled> {
    const now = Date.now()
    const heardAt = this.#buckets.takeNetwork(network, this.#triesPerNetwork, now)
    if (heardAt !== null) return toThrottled(heardAt, now)
    await this.#sweepLater()
    return { ok: true }
  }

  /** Counts a try, then checks it. Everything that is refused unchecked has cost no scrypt. */
  async check(attempt: LoginTry): Promise<LoginAnswer> {
    const now = Date.now()
    if (this.#queue.isFull) return { ok: false, code: 'throttled', retryAfterSeconds: BUSY_S }
    const counters = countersOf(attempt)
    const heardAt = this.#buckets.take(counters, now)
    if (heardAt !== null) return toThrottled(heardAt, now)
    const [checked] = await Promise.all([
      this.#queue
        .run(() => this.#compare(attempt))
        .catch((error) => this.#takeBack(error, counters)),
      this.#sweepLater(),
    ])
    if (checked === 'unchecked') return { ok: false, code: 'unavailable' }
    if (!checked) return { ok: false, code: 'wrong_credentials' }
    // The place is trusted again; what other networks did to the account stays counted.
    const [place, ...others] = counters
    if (place) this.#buckets.clear(place.key)
    for (const { key } of others) this.#buckets.forgive(key)
    const { id, email, passwordSetAt } = checked
    return { ok: true, user: { id, email, role: 'admin' }, passwordSetAt }
  }

  /** What may be stored of a password that is being set. */
  async hash(password: string): Promise<{ ok: true; hash: string } | Throttled> {
    if (this.#queue.isFull) return { ok: false, code: 'throttled', retryAfterSeconds: BUSY_S }
    const hash = await this.#queue.run(() => this.#hash(password))
    return { ok: true, hash }
  }

  /** Erases counts that no longer count, and comes back as long as there are others. */
  override async alarm(): Promise<void> {
    const now = Date.now()
    if (this.#buckets.sweep(now)) await this.ctx.storage.setAlarm(now + SWEEP_EVERY_MS)
  }

  /** The same work whether the email is known or not. */
  async #compare({ email, password }: LoginTry): Promise<AdminRecord | null> {
    const admin = await findAdmin(this.env.DB, email)
    const { right, outdated } = checkPassword(
      password,
      admin?.passwordHash ?? null,
      this.env.PASSWORD_PEPPER,
      this.stretch,
    )
    if (!admin || !right || admin.role !== 'admin') return null
    if (outdated) await renewPasswordHash(this.env.DB, admin, this.#hash(password))
    return admin
  }

  #hash(password: string): string {
    return hashPassword(password, this.env.PASSWORD_PEPPER, COST, this.stretch)
  }

  /** A try that could not be checked is none. */
  #takeBack(error: unknown, counters: Counter[]): 'unchecked' {
    for (const { key } of counters) this.#buckets.forgive(key)
    if (!isDatabaseAway(error)) throw error
    log('login_not_checked', { error })
    return 'unchecked'
  }

  async #sweepLater(): Promise<void> {
    const { storage } = this.ctx
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + SWEEP_EVERY_MS)
  }
}

/** A known device answers for itself alone: nobody elsewhere can use up its tries. */
function countersOf({ account, place, isKnownDevice }: LoginTry): Counter[] {
  const here = { key: `${account}:${place}`, schedule: ONE_PLACE }
  return isKnownDevice ? [here] : [here, { key: account, schedule: ALL_PLACES }]
}

function toThrottled(heardAt: number, now: number): Throttled {
  return { ok: false, code: 'throttled', retryAfterSeconds: toRetryAfterSeconds(heardAt, now) }
}
