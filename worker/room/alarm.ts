import type { EndReason } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { Occupancy } from './board/occupancy.ts'
import type { ReadPositions } from './chat/read-positions.ts'
import type { Effect } from './effects.ts'
import type { People, VisitTimes } from './people/people.ts'
import type { PhoneRecovery } from './people/phone-recovery.ts'
import type { Presence } from './people/presence.ts'
import type { RoomLimits } from './rate-limits.ts'
import type { Abuse } from './safety/abuse.ts'
import type { Blocks } from './safety/blocks.ts'
import type { EntryCode } from './safety/entry-code.ts'
import type { Removals } from './safety/removals.ts'
import type { Reports } from './safety/reports.ts'
import type { Sockets } from './sockets/sockets.ts'
import { tryEach } from './try-each.ts'

const AFTER_FAILURE_MS = 10_000
/** workerd loses an alarm that its own handler sets for now or earlier. */
const SOONEST_MS = 100
/** Bounds the work of one alarm. The rest is overdue, so the alarm fires again at once. */
const ENDED_AT_ONCE = 250

/** Does what is due at `now`. Returns when it is due next; null for never. */
export type Deadline = (now: number) => number | null

/** The room's one alarm. It only moves earlier until it fires; then the deadlines set it anew. */
export class Alarm {
  readonly #storage: DurableObjectStorage
  #at: number | null = null
  #isFiring = false

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  async restore(): Promise<void> {
    this.#at = await this.#storage.getAlarm()
  }

  /** Call before the next await after the write that makes it due: both are stored together. */
  wakeBy(at: number): void {
    if (this.#at !== null && this.#at <= at) return
    this.#at = Math.max(at, Date.now() + SOONEST_MS)
    if (!this.#isFiring) void this.#storage.setAlarm(this.#at)
  }

  /** After a rollback the alarm's time is unknown: it fires at once. `fire` sets it in any case. */
  wakeAfterRollback(): void {
    if (this.#isFiring) return
    this.#at = null
    this.wakeBy(Date.now())
  }

  forget(): void {
    this.#at = null
  }

  /** One failing deadline does not stop the others. */
  fire(deadlines: readonly Deadline[]): void {
    this.#at = null
    this.#isFiring = true
    const now = Date.now()
    const next = deadlines.map((run) => {
      try {
        return run(now)
      } catch (error) {
        log('alarm_failed', { error })
        return now + AFTER_FAILURE_MS
      }
    })
    const times = next.filter((at): at is number => Number.isFinite(at))
    if (times.length > 0) this.wakeBy(Math.min(...times))
    this.#isFiring = false
    if (this.#at !== null) void this.#storage.setAlarm(this.#at)
  }
}

export interface EndedVisit {
  id: string
  reason: EndReason
}

interface Parts {
  people: People
  presence: Presence
  sockets: Sockets
  readPositions: ReadPositions
  phoneRecovery: PhoneRecovery
  abuse: Abuse
  removals: Removals
  blocks: Blocks
  entryCode: EntryCode
  reports: Reports
  occupancy: Occupancy
  limits: RoomLimits
  teardown: { runSoon: () => void; nextDue: (now: number) => number | null }
  /** In one transaction. */
  endAll: (visits: readonly EndedVisit[]) => void
  send: (effects: readonly Effect[]) => void
  publishAway: Deadline
  reportIfUnsure: Deadline
  waitUntil: (promise: Promise<unknown>) => void
}

export function deadlinesOf(parts: Parts): Deadline[] {
  const { presence, sockets, readPositions, occupancy, teardown } = parts
  const purge = (
    one: PhoneRecovery | Abuse | Removals | Blocks | EntryCode | Reports,
  ): Deadline => {
    return (now) => {
      one.purge(now)
      return one.nextDue()
    }
  }
  return [
    (now) => {
      presence.retryDisconnects(now)
      return null
    },
    (now) => {
      readPositions.writePending(now)
      tryEach(sockets.all(), (socket) => readPositions.takeFrom(socket, now))
      return null
    },
    (now) => {
      presence.closeSilent(now)
      return presence.nextSilentAt()
    },
    (now) => endVisitsAndGraces(parts, now),
    parts.publishAway,
    parts.reportIfUnsure,
    purge(parts.phoneRecovery),
    purge(parts.abuse),
    purge(parts.removals),
    purge(parts.blocks),
    purge(parts.entryCode),
    purge(parts.reports),
    (now) => {
      parts.waitUntil(occupancy.savePast(now))
      return occupancy.nextDue(now)
    },
    (now) => {
      teardown.runSoon()
      return teardown.nextDue(now)
    },
  ]
}

function endVisitsAndGraces(parts: Parts, now: number): number | null {
  const { people, presence, sockets, limits } = parts
  const unjoinedMs = limits.unjoinedMinutes * 60_000
  const graceFrom = presence.publishFrom(now)
  const ended: EndedVisit[] = []
  const seen: string[] = []
  const offline: string[] = []
  let next = Infinity
  let connected: ReturnType<Sockets['connectedPeople']> | null = null
  const isUnjoined = ({ id, enteredAt, lastSeen }: VisitTimes) => {
    if (lastSeen !== enteredAt) return false
    connected ??= sockets.connectedPeople(now)
    return !connected.has(id)
  }
  for (const times of people.times()) {
    const isUnseen = times.lastSeen <= now - TIMINGS.lastSeenWrittenMs
    const isSeenNow = isUnseen && sockets.isConnected(times.id, now)
    const unjoinedUntil = isUnjoined(times) ? times.enteredAt + unjoinedMs : Infinity
    const reason = unjoinedUntil <= now ? 'expired' : whyEnded(times, isSeenNow, now)
    if (reason) {
      ended.push({ id: times.id, reason })
      continue
    }
    if (isSeenNow) seen.push(times.id)
    const hadGrace = times.onlineUntil >= graceFrom && times.onlineUntil <= now
    if (hadGrace && !sockets.isConnected(times.id, now)) {
      offline.push(times.id)
    }
    const due = nextOf(isSeenNow ? { ...times, lastSeen: now } : times, now)
    next = Math.min(next, unjoinedUntil, due)
  }
  // Whose receipt counts the messages of two who end together must not depend on what is in memory.
  ended.sort((one, other) => (one.id < other.id ? -1 : 1))
  for (const personId of seen) people.setSeen(personId, now)
  try {
    endBatch(parts, ended.slice(0, ENDED_AT_ONCE))
  } finally {
    parts.send(
      offline.map((personId) => ({
        kind: 'broadcast',
        change: { kind: 'presence', personId, online: false },
      })),
    )
    presence.notePublished(now, offline.length > 0)
  }
  if (ended.length > ENDED_AT_ONCE) return now
  return next === Infinity ? null : next
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

/** Null while the visit lasts. A connected person does not expire by absence. */
function whyEnded(times: VisitTimes, isSeenNow: boolean, now: number): EndReason | null {
  if (times.endReason !== null) return times.endReason
  if (times.expiresAt <= now) return 'expired'
  return !isSeenNow && times.lastSeen <= now - TIMINGS.visitOfflineMs ? 'expired' : null
}

function nextOf({ expiresAt, lastSeen, onlineUntil }: VisitTimes, now: number) {
  const isSeen = lastSeen > now - TIMINGS.lastSeenWrittenMs
  const seenDue = lastSeen + (isSeen ? TIMINGS.lastSeenWrittenMs : TIMINGS.visitOfflineMs)
  const graceDue = onlineUntil > now ? onlineUntil : Infinity
  return Math.min(graceDue, expiresAt, seenDue)
}
