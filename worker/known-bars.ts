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
const KNOWN_MS = 600_000
const BARS_MAX = 10_000

interface KnownBar {
  at: number
  isOpen: boolean
  countedAt?: number
  online?: number | null
}

/** Caches bars found in D1. Unknown codes are not cached: a client can send any number of them. */
const knownBars = new Map<string, KnownBar>()

/** Returns null if the bar does not exist. Throws `rate_limited`. */
export async function lookUpBar(c: Context<AppEnv>, barId: string): Promise<PublicBar | null> {
  if (!isKnown(barId)) await countRequest(c, 'UNKNOWN_BARS_PER_NETWORK')
  const bar = await findPublicBar(c.env.DB, barId)
  note(barId, bar && { isOpen: !bar.paused })
  return bar
}

/** A made-up code must not wake a room, so only the rooms of known bars are called. */
export function isKnown(barId: string): boolean {
  return findKnown(barId, KNOWN_MS) !== null
}

/**
 * Asks D1 at most once in 30 s. Also returns false while D1 is down: the room decides then. Throws
 * `bar_not_found` and `rate_limited`.
 */
export async function isKnownOpen(c: Context<AppEnv>, barId: string): Promise<boolean> {
  if (findKnown(barId, OPEN_MS)?.isOpen) return true
  if (!isKnown(barId)) await countRequest(c, 'UNKNOWN_BARS_PER_NETWORK')
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
  const bar = findKnown(barId, OPEN_MS)
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

function findKnown(barId: string, withinMs: number): KnownBar | null {
  const bar = knownBars.get(barId)
  return bar && Date.now() - bar.at < withinMs ? bar : null
}

function note(barId: string, bar: Pick<KnownBar, 'isOpen'> | null): void {
  const known = knownBars.get(barId)
  knownBars.delete(barId)
  if (!bar) return
  // Keeps the same object: `countOnline` may be about to write into it.
  knownBars.set(barId, Object.assign(known ?? {}, bar, { at: Date.now() }))
  const [oldest] = knownBars.keys()
  if (knownBars.size > BARS_MAX && oldest !== undefined) knownBars.delete(oldest)
}
