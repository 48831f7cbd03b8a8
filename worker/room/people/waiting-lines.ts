import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'

interface Place {
  returnsAt: number
  keptUntil: number
  hasReturned: boolean
}

/** Pages add up to a fifth to their wait. */
const LATE_FACTOR = 1.2

/**
 * The attempts that wait at each empty bucket, in the order of their first requests. An attempt that has
 * come back at the time that it was told precedes those that have only asked once. In memory: whoever
 * waits keeps the room awake.
 */
export class WaitingLines {
  readonly #lines = new Map<string, Map<string, Place>>()

  /** Returns how many attempts precede this one. */
  ahead(line: string, attempt: string, now: number): number {
    const places = this.#lines.get(line)
    if (!places) return 0
    forgetLate(places, now)
    const own = places.get(attempt)
    const hasReturned = own !== undefined && isBack(own, now)
    let isEarlier = true
    let count = 0
    for (const [other, place] of places) {
      if (other === attempt) isEarlier = false
      else if (place.hasReturned === hasReturned ? isEarlier : place.hasReturned) count += 1
    }
    return count
  }

  holds(line: string, attempt: string): boolean {
    return this.#lines.get(line)?.has(attempt) ?? false
  }

  /** Keeps the attempt's place until it is late. Beyond `LIMITS.waitingProfiles` nobody gets a new place. */
  keep(line: string, attempt: string, waitMs: number, now: number): void {
    const places = this.#lines.get(line) ?? this.#begin(line, now)
    const own = places.get(attempt)
    if (!own && places.size >= LIMITS.waitingProfiles) return
    places.set(attempt, {
      returnsAt: now + waitMs,
      keptUntil: now + waitMs * LATE_FACTOR + TIMINGS.lateTurnMs,
      hasReturned: own !== undefined && isBack(own, now),
    })
  }

  leave(line: string, attempt: string): void {
    this.#lines.get(line)?.delete(attempt)
  }

  #begin(line: string, now: number): Map<string, Place> {
    for (const [other, places] of this.#lines) {
      forgetLate(places, now)
      if (places.size === 0) this.#lines.delete(other)
    }
    const places = new Map<string, Place>()
    this.#lines.set(line, places)
    return places
  }
}

function isBack({ hasReturned, returnsAt }: Place, now: number): boolean {
  return hasReturned || now >= returnsAt
}

function forgetLate(places: Map<string, Place>, now: number): void {
  for (const [attempt, { keptUntil }] of places) if (keptUntil < now) places.delete(attempt)
}
