import type { EndReason } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { isOnline } from '#worker/policy/visit-at.ts'
import type { Effect } from '#worker/room/effects.ts'
import type { RoomFile } from '#worker/room/storage/room-file.ts'
import { tryEach } from '#worker/room/try-each.ts'
import type { Connected } from './connected.ts'
import type { People } from './people.ts'
import type { Presence } from './presence.ts'

/** Bounds the work of one alarm. The rest is overdue, so the alarm fires again at once. */
const ENDED_AT_ONCE = 250

interface EndedVisit {
  id: string
  reason: EndReason
}

interface Parts {
  file: RoomFile
  people: People
  presence: Presence
  connected: Connected
  /** Ends them in one transaction. */
  endAll: (visits: readonly EndedVisit[]) => void
  send: (effects: readonly Effect[]) => void
}

/**
 * Ends visits that are over or unreadable, and publishes who went offline since the last alarm. A
 * deleted bar ends all visits.
 */
export function endVisitsAndGraces(parts: Parts, now: number): number | null {
  const { file, people, presence, connected } = parts
  if (file.isClosed) {
    const ids = [...people.unreadable(), ...[...people.all()].map(({ id }) => id)]
    return endSome(
      parts,
      ids.map((id) => ({ id, reason: 'closed' })),
      now,
    )
  }
  // Another grace may have ended in the millisecond of the last publication.
  const publishedBefore = connected.publishedAt(now) - 1
  const at = presence.atEach()
  const ended: EndedVisit[] = [...people.unreadable()].map((id) => ({ id, reason: 'expired' }))
  const seen: string[] = []
  const offline: string[] = []
  let next = Infinity
  for (const person of people.all()) {
    const { id, lastSeen } = person
    const { state, reason, until } = at(person, now)
    if (state === 'over') {
      ended.push({ id, reason })
      continue
    }
    next = Math.min(next, until)
    if (reason === 'page') {
      const isDue = lastSeen <= now - TIMINGS.lastSeenWrittenMs
      if (isDue) seen.push(id)
      next = Math.min(next, (isDue ? now : lastSeen) + TIMINGS.lastSeenWrittenMs)
    }
    if (state !== 'offline' || person.isUnlisted) continue
    if (isOnline(at(person, publishedBefore))) offline.push(id)
  }
  for (const personId of seen) people.update(personId, { lastSeen: now })
  try {
    next = endSome(parts, ended, now) ?? next
  } finally {
    parts.send(offline.map((personId) => ({ kind: 'changed', personId, online: false })))
    connected.notePublished(now, offline.length > 0)
  }
  return next === Infinity ? null : next
}

/** Returns when the alarm must end the rest. */
function endSome(parts: Parts, visits: EndedVisit[], now: number): number | null {
  // Sorted: when both visits end at once, the same receipt must always count their shared messages.
  visits.sort((one, other) => (one.id < other.id ? -1 : 1))
  endBatch(parts, visits.slice(0, ENDED_AT_ONCE))
  return visits.length > ENDED_AT_ONCE ? now : null
}

/** If the transaction fails, each visit gets its own: one bad row must not keep the others. */
function endBatch({ endAll }: Parts, visits: readonly EndedVisit[]): void {
  if (visits.length === 0) return
  try {
    endAll(visits)
  } catch {
    tryEach(visits, (visit) => endAll([visit]))
  }
}
