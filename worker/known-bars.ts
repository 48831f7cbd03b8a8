import type { Context } from 'hono'
import type { PublicBar } from '#contract/bar.ts'
import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { AppEnv } from './app-env.ts'
import { findBarStatus, findPublicBar } from './db/bars.ts'
import { isDatabaseAway } from './db/d1-errors.ts'
import { callObject, roomOf } from './durable-objects.ts'
import { log } from './log.ts'
import { countRequest } from './middleware/rate-limits.ts'

const OPEN_MS = 30_000
const COUNTED_MS = 30_000
/** After this time a code counts as unknown again. */
const MET_MS = 600_000
const BARS_MAX = 10_000

interface Met {
  at: number
  isOpen: boolean
  countedAt?: number
  online?: number | null
}

/** Caches bars found in D1. Unknown codes are not cached: a client can send any number of them. */
const met = new Map<string, Met>()

/** Returns null if the bar does not exist. Throws `rate_limited`. */
export async function lookUpBar(c: Context<AppEnv>, barId: string): Promise<PublicBar | null> {
  if (!isMet(barId)) await countRequest(c, 'UNKNOWN_BARS_PER_NETWORK')
  const bar = await findPublicBar(c.env.DB, barId)
  note(barId, bar && { isOpen: !bar.paused })
  return bar
}

/** A made-up code must not wake a room, so only the rooms of met bars are called. */
export function isMet(barId: string): boolean {
  return findMet(barId, MET_MS) !== null
}

/**
 * Asks D1 at most once in 30 s. Also returns false while D1 is down: the room decides then. Throws
 * `bar_not_found` and `rate_limited`.
 */
export async function isKnownOpen(c: Context<AppEnv>, barId: string): Promise<boolean> {
  if (findMet(barId, OPEN_MS)?.isOpen) return true
  if (!isMet(barId)) await countRequest(c, 'UNKNOWN_BARS_PER_NETWORK')
  try {
    const status = await findBarStatus(c.env.DB, barId)
    note(barId, status && { isOpen: !status.isPaused })
    if (status === null) throw new CodedError('bar_not_found')
    return !status.isPaused
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    log('bar_status_unknown', { barId, error })
    return false
  }
}

/**
 * Asks the room at most once in 30 s, because it may be asleep. Until the next answer all requests
 * get the last one. Returns null below `LIMITS.onlineShownFrom`. Throws like `isKnownOpen`.
 */
export async function countOnline(c: Context<AppEnv>, barId: string): Promise<number | null> {
  if (!(await isKnownOpen(c, barId))) return null
  const bar = findMet(barId, OPEN_MS)
  if (!bar) return null
  if (Date.now() - (bar.countedAt ?? 0) >= COUNTED_MS) {
    bar.countedAt = Date.now()
    const asking = callObject(() => roomOf(c.env, barId).counts())
    const { online } = await asking.catch((error: unknown) => {
      bar.online = null
      throw error
    })
    bar.online = online < LIMITS.onlineShownFrom ? null : online
  }
  return bar.online ?? null
}

function findMet(barId: string, withinMs: number): Met | null {
  const known = met.get(barId)
  return known && Date.now() - known.at < withinMs ? known : null
}

function note(barId: string, bar: Pick<Met, 'isOpen'> | null): void {
  const known = met.get(barId)
  met.delete(barId)
  if (!bar) return
  // Keeps the same object: `countOnline` may be about to write into it.
  met.set(barId, Object.assign(known ?? {}, bar, { at: Date.now() }))
  const [oldest] = met.keys()
  if (met.size > BARS_MAX && oldest !== undefined) met.delete(oldest)
}
