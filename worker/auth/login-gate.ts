import { DurableObject } from 'cloudflare:workers'
import * as v from 'valibot'
import type { AdminUser } from '#contract/admin.ts'
import type { AdminRecord } from '#worker/db/admins.ts'
import { findAdmin, renewPasswordHash } from '#worker/db/admins.ts'
import { isDatabaseAway } from '#worker/db/d1-errors.ts'
import { log } from '#worker/log.ts'
import { onlyCodesLeave } from '#worker/object-errors.ts'
import { tagSql } from '#worker/object-sql.ts'
import type { Counter } from './login-throttle.ts'
import { ALL_PLACES, LoginThrottle, ONE_PLACE, toRetryAfterSeconds } from './login-throttle.ts'
import { COST, checkPassword, hashPassword, scrypt } from './passwords.ts'

export interface LoginTry {
  email: string
  password: string
  account: string
  /** The network, or a device that has signed in to this account before. */
  place: string
  isKnownDevice: boolean
}

export type Throttled = { ok: false; code: 'throttled'; retryAfterSeconds: number }
export type LoginAnswer =
  | { ok: true; user: AdminUser; passwordSetAt: number | null }
  | { ok: false; code: 'wrong_credentials' | 'unavailable' }
  | Throttled

const SWEEP_EVERY_MS = 3_600_000
const BUSY_S = 2

/**
 * Throttles logins and checks passwords, called by the Worker only. Two exist, so that one guesser
 * cannot block every login. In memory: the queue of checks. In storage: the counts, erased by the
 * alarm a day after their last try.
 */
export class LoginGate extends DurableObject<Env> {
  readonly #throttle: LoginThrottle
  readonly #queue = new Queue()
  readonly #triesPerNetwork: number
  scrypt = scrypt

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#throttle = new LoginThrottle(tagSql(ctx.storage))
    this.#triesPerNetwork = readTriesPerNetwork(env)
  }

  async admitNetwork(network: string): Promise<{ ok: true } | Throttled> {
    const now = Date.now()
    const nextAt = this.#throttle.takeNetwork(network, this.#triesPerNetwork, now)
    if (nextAt !== null) return toThrottled(nextAt, now)
    await this.#sweepLater()
    return { ok: true }
  }

  /** Counts the try, then checks it. A throttled try costs no scrypt. */
  async check(attempt: LoginTry): Promise<LoginAnswer> {
    const now = Date.now()
    if (this.#queue.isFull) return { ok: false, code: 'throttled', retryAfterSeconds: BUSY_S }
    const counters = countersOf(attempt)
    const nextAt = this.#throttle.take(counters, now)
    if (nextAt !== null) return toThrottled(nextAt, now)
    const [checked] = await Promise.all([
      this.#queue
        .run(() => this.#compare(attempt))
        .catch((error) => this.#takeBack(error, counters)),
      this.#sweepLater(),
    ])
    if (checked === 'unchecked') return { ok: false, code: 'unavailable' }
    if (!checked) return { ok: false, code: 'wrong_credentials' }
    // A right password clears this place. Failures from other networks stay counted.
    const [place, ...others] = counters
    if (place) this.#throttle.clear(place.key)
    for (const { key } of others) this.#throttle.forgive(key)
    const { id, email, passwordSetAt } = checked
    return { ok: true, user: { id, email, role: 'admin' }, passwordSetAt }
  }

  async hash(password: string): Promise<{ ok: true; hash: string } | Throttled> {
    if (this.#queue.isFull) return { ok: false, code: 'throttled', retryAfterSeconds: BUSY_S }
    const hash = await this.#queue.run(() => this.#hash(password))
    return { ok: true, hash }
  }

  override async alarm(): Promise<void> {
    const now = Date.now()
    if (this.#throttle.sweep(now)) await this.ctx.storage.setAlarm(now + SWEEP_EVERY_MS)
  }

  /** Takes the same time for unknown emails. */
  async #compare({ email, password }: LoginTry): Promise<AdminRecord | null> {
    const admin = await findAdmin(this.env.DB, email)
    const { right, outdated } = checkPassword(
      password,
      admin?.passwordHash ?? null,
      this.env.PASSWORD_PEPPER,
      this.scrypt,
    )
    if (!admin || !right || admin.role !== 'admin') return null
    if (outdated) await renewPasswordHash(this.env.DB, admin, this.#hash(password))
    return admin
  }

  #hash(password: string): string {
    return hashPassword(password, this.env.PASSWORD_PEPPER, COST, this.scrypt)
  }

  #takeBack(error: unknown, counters: Counter[]): 'unchecked' {
    for (const { key } of counters) this.#throttle.forgive(key)
    if (!isDatabaseAway(error)) throw error
    log('login_not_checked', { error })
    return 'unchecked'
  }

  async #sweepLater(): Promise<void> {
    const { storage } = this.ctx
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + SWEEP_EVERY_MS)
  }
}

onlyCodesLeave(LoginGate)

/** A known device has a count of its own, so that others cannot lock it out. */
function countersOf({ account, place, isKnownDevice }: LoginTry): Counter[] {
  const here = { key: `${account}:${place}`, schedule: ONE_PLACE }
  return isKnownDevice ? [here] : [here, { key: account, schedule: ALL_PLACES }]
}

function toThrottled(nextAt: number, now: number): Throttled {
  return { ok: false, code: 'throttled', retryAfterSeconds: toRetryAfterSeconds(nextAt, now) }
}

const triesSchema = v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1))

/** Throws if invalid: a typo must neither lock everybody out nor lift the limit. */
export function readTriesPerNetwork(env: Pick<Env, 'LOGIN_TRIES_PER_NETWORK'>): number {
  return v.parse(triesSchema, env.LOGIN_TRIES_PER_NETWORK)
}

const WAITING_MAX = 4

/** One task at a time. scrypt blocks the thread; between tasks the queue lets new calls in. */
export class Queue {
  #taken = 0
  #last: Promise<unknown> = Promise.resolve()

  get isFull(): boolean {
    return this.#taken > WAITING_MAX
  }

  async run<T>(work: () => Promise<T> | T): Promise<T> {
    this.#taken += 1
    const turn = this.#last.then(() => scheduler.wait(0)).then(work)
    this.#last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      this.#taken -= 1
    }
  }
}
