import { DurableObject } from 'cloudflare:workers'
import * as v from 'valibot'
import { HOUR_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import { keepOrRepeat, toAct } from '#worker/acts.ts'
import type { AccountRecord } from '#worker/db/accounts.ts'
import { findAccount, renewPasswordHash } from '#worker/db/accounts.ts'
import { isDatabaseAway } from '#worker/db/d1-errors.ts'
import { log } from '#worker/log.ts'
import { onlyCodesLeave } from '#worker/object-errors.ts'
import { tagSql } from '#worker/object-sql.ts'
import type { Counter, NetworkLimit } from './login-throttle.ts'
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
  | { ok: true; id: string; passwordSetAt: number | null }
  | { ok: false; code: 'wrong_credentials' | 'unavailable' }
  | Throttled

const SWEEP_EVERY_MS = HOUR_MS
/** A login takes less, so that the write slows neither this one nor the next. */
const ACT_AFTER_MS = 1_000
const BUSY: Throttled = { ok: false, code: 'throttled', retryAfterSeconds: 2 }

/**
 * Throttles logins and checks passwords. Only the Worker calls it. There are two, so that one guesser
 * cannot block every login. Memory holds the queue of checks; storage holds the counts, which the
 * alarm erases a day after their last try.
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

  /** Counts a try of a network, and of the /48 around it if that differs. */
  async admitNetwork(network: string, wide: string): Promise<{ ok: true } | Throttled> {
    const now = Date.now()
    const limits: NetworkLimit[] = [{ key: network, most: this.#triesPerNetwork }]
    if (wide !== network)
      limits.push({ key: wide, most: this.#triesPerNetwork * LIMITS.wideNetworkTimes })
    const nextAt = this.#throttle.takeNetworks(limits, now)
    if (nextAt !== null) return toThrottled(nextAt, now)
    await this.#sweepLater()
    return { ok: true }
  }

  /** Counts the try, then checks it. A throttled try costs no scrypt. */
  async check(attempt: LoginTry): Promise<LoginAnswer> {
    const now = Date.now()
    const lane = attempt.isKnownDevice ? 'known' : 'strangers'
    if (this.#queue.isFull(lane, attempt.account)) return BUSY
    const counters = countersOf(attempt)
    const nextAt = this.#throttle.take(counters, now)
    if (nextAt !== null) return toThrottled(nextAt, now)
    const [checked] = await Promise.all([
      this.#queue
        .inPlace(lane, attempt.account, () => this.#compare(attempt, lane))
        .catch((error) => this.#takeBack(error, counters)),
      this.#sweepLater(),
    ])
    if (checked === 'unchecked') return { ok: false, code: 'unavailable' }
    if (!checked) return { ok: false, code: 'wrong_credentials' }
    // A right password clears this place. Failures from other networks stay counted.
    const [place, ...others] = counters
    if (place) this.#throttle.clear(place.key)
    for (const { key } of others) this.#throttle.forgive(key)
    const { id, passwordSetAt } = checked
    return { ok: true, id, passwordSetAt }
  }

  /** Hashes a new password. Its owner has shown a link or a session, so it waits in the known lane. */
  async hash(password: string, account: string): Promise<{ ok: true; hash: string } | Throttled> {
    if (this.#queue.isFull('known', account)) return BUSY
    const hash = await this.#queue.inPlace('known', account, () => this.#hash(password, 'known'))
    return { ok: true, hash }
  }

  override async alarm(): Promise<void> {
    const now = Date.now()
    if (this.#throttle.sweep(now)) await this.ctx.storage.setAlarm(now + SWEEP_EVERY_MS)
  }

  /** Takes the same time for unknown emails. The turn begins after D1 has answered. */
  async #compare({ email, password }: LoginTry, lane: Lane): Promise<AccountRecord | null> {
    const record = await findAccount(this.env.DB, email)
    const stored = record?.passwordHash ?? null
    const { right, outdated } = await this.#queue.takeTurn(lane, () =>
      checkPassword(password, stored, this.env.PASSWORD_PEPPER, this.scrypt),
    )
    if (!record) return null
    if (!right) {
      const act = toAct(record.id, 'sign_in_failed')
      // Written after the answer, so that a known email takes no longer than an unknown one.
      const later = scheduler.wait(ACT_AFTER_MS)
      this.ctx.waitUntil(later.then(() => keepOrRepeat(this.env.DB, act, this.ctx)))
      return null
    }
    if (outdated) await renewPasswordHash(this.env.DB, record, await this.#hash(password, lane))
    return record
  }

  #hash(password: string, lane: Lane): Promise<string> {
    return this.#queue.takeTurn(lane, () =>
      hashPassword(password, this.env.PASSWORD_PEPPER, COST, this.scrypt),
    )
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

/** A known device has its own count, so that others cannot lock it out. */
function countersOf({ account, place, isKnownDevice }: LoginTry): Counter[] {
  const here = { key: `${account}:${place}`, schedule: ONE_PLACE }
  return isKnownDevice ? [here] : [here, { key: account, schedule: ALL_PLACES }]
}

function toThrottled(nextAt: number, now: number): Throttled {
  return { ok: false, code: 'throttled', retryAfterSeconds: toRetryAfterSeconds(nextAt, now) }
}

const triesSchema = v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1))

/** Throws if the setting is invalid: a typo must neither lock all accounts out nor lift the limit. */
export function readTriesPerNetwork(env: Pick<Env, 'LOGIN_TRIES_PER_NETWORK'>): number {
  return v.parse(triesSchema, env.LOGIN_TRIES_PER_NETWORK)
}

/** The device alone decides: all strangers share one lane, for any email. */
type Lane = 'known' | 'strangers'

/** Per lane, besides the check that runs. */
const WAITING_MAX = 4
const KNOWN_PER_ACCOUNT = 2

/**
 * Runs one check at a time, known devices first. Each lane has its own places. scrypt blocks the
 * thread; between checks the queue lets new calls in.
 */
class Queue {
  readonly #taken: Record<Lane, number> = { known: 0, strangers: 0 }
  readonly #knownOf = new Map<string, number>()
  readonly #waiting: Record<Lane, (() => void)[]> = { known: [], strangers: [] }
  #last: Promise<void> = Promise.resolve()

  /** An account has few of the places of known devices. All strangers share theirs, for any email. */
  isFull(lane: Lane, account: string): boolean {
    if (this.#taken[lane] > WAITING_MAX) return true
    return lane === 'known' && (this.#knownOf.get(account) ?? 0) >= KNOWN_PER_ACCOUNT
  }

  /** Holds a place in the lane until `work` ends. */
  async inPlace<T>(lane: Lane, account: string, work: () => Promise<T>): Promise<T> {
    this.#take(lane, account, 1)
    try {
      return await work()
    } finally {
      this.#take(lane, account, -1)
    }
  }

  #take(lane: Lane, account: string, more: 1 | -1): void {
    this.#taken[lane] += more
    if (lane !== 'known') return
    const own = (this.#knownOf.get(account) ?? 0) + more
    if (own > 0) this.#knownOf.set(account, own)
    else this.#knownOf.delete(account)
  }

  /** Runs `check` when its turn comes, and resolves with its result. */
  takeTurn<T>(lane: Lane, check: () => T): Promise<T> {
    const waiting = this.#waiting
    const turn = Promise.withResolvers<void>()
    waiting[lane].push(turn.resolve)
    this.#last = this.#last
      .then(() => scheduler.wait(0))
      .then(() => (waiting.known.shift() ?? waiting.strangers.shift())?.())
    return turn.promise.then(check)
  }
}
