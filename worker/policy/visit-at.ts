import { MINUTE_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import type { EndReason } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'

/** A stored visit. All times are milliseconds since 1970. */
export interface VisitTimes {
  enteredAt: number
  expiresAt: number
  /** The stored value, up to `TIMINGS.lastSeenWrittenMs` old. It equals `enteredAt` until a first socket is lost. */
  lastSeen: number
  /** The end of the grace without a socket. */
  onlineUntil: number
  /** Set when the bar or a network is emptied: the alarm ends the visit with this reason. */
  endReason: EndReason | null
}

/** An open socket of a page. */
export interface OpenPage {
  /** The last ping; 0 before the first. */
  heardAt: number
  acceptedAt: number
  hidden: boolean
}

/**
 * `until`: when time alone changes it. A page that is heard from moves it. The grace of a hidden page is
 * `away` until its last seconds.
 */
export type VisitState =
  | { state: 'online' | 'away'; reason: 'page' | 'grace'; until: number }
  | { state: 'offline'; reason: null; until: number }
  | { state: 'over'; reason: EndReason; until: null }

/**
 * The state of a visit at a time, from what is known now. At an earlier time it is online if the visit
 * was online at any moment since then, because known signs of life are never taken back.
 */
export function visitAt(
  times: VisitTimes,
  pages: readonly OpenPage[],
  now: number,
  unjoinedMs: number = LIMITS.unjoinedMinutes * MINUTE_MS,
): VisitState {
  const endsAt = endOf(times, pages, unjoinedMs)
  if (times.endReason !== null) return { state: 'over', reason: times.endReason, until: null }
  if (endsAt <= now) return { state: 'over', reason: 'expired', until: null }
  const counting = pages.filter((page) => countsUntil(page) > now)
  if (counting.length > 0) {
    const visible = counting.filter(({ hidden }) => !hidden)
    const state = visible.length > 0 ? 'online' : 'away'
    const deciding = visible.length > 0 ? visible : counting
    return {
      state,
      reason: 'page',
      until: Math.min(endsAt, Math.max(...deciding.map(countsUntil))),
    }
  }
  const { onlineUntil } = times
  if (onlineUntil <= now) return { state: 'offline', reason: null, until: endsAt }
  // Only the grace of a hidden page is so long: a phone in a pocket.
  const state = onlineUntil > now + TIMINGS.offlineGraceMs ? 'away' : 'online'
  return { state, reason: 'grace', until: Math.min(endsAt, onlineUntil) }
}

export function isOnline({ state }: VisitState): boolean {
  return state === 'online' || state === 'away'
}

export function lastHeard({ heardAt, acceptedAt }: OpenPage): number {
  return Math.max(heardAt, acceptedAt)
}

/** The platform reports a dead phone's socket as open for ever. */
export function countsUntil(page: OpenPage): number {
  return lastHeard(page) + (page.hidden ? TIMINGS.hiddenGraceMs : TIMINGS.heardWithinMs)
}

/** Whether a socket has ever joined the visit. */
export function hasJoined(
  { enteredAt, lastSeen }: Pick<VisitTimes, 'enteredAt' | 'lastSeen'>,
  pages: readonly OpenPage[],
): boolean {
  return lastSeen !== enteredAt || pages.length > 0
}

function endOf(times: VisitTimes, pages: readonly OpenPage[], unjoinedMs: number): number {
  const { enteredAt, expiresAt } = times
  const lastSeen = Math.max(times.lastSeen, ...pages.map(lastHeard))
  const unjoinedUntil = hasJoined(times, pages) ? Infinity : enteredAt + unjoinedMs
  return Math.min(expiresAt, lastSeen + TIMINGS.visitOfflineMs, unjoinedUntil)
}
