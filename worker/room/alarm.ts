import type { EndReason } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { log } from '#worker/log.ts'
import type { Effect } from './effects.ts'
import { toBroadcast } from './effects.ts'
import type { Occupancy } from './occupancy.ts'
import type { People, VisitTimes } from './people.ts'
import type { PhoneRecovery } from './phone-recovery.ts'
import type { Presence } from './presence.ts'
import type { ReadPositions } from './read-positions.ts'
import type { Abuse } from './safety/abuse.ts'
import type { Removals } from './safety/removals.ts'
import type { Sockets } from './sockets.ts'

/** A failed deadline is tried again, at this pace. */
const AFTER_FAILURE_MS = 10_000
/** An alarm set for now or earlier inside its own handler is lost locally (workerd). */
const SOONEST_MS = 100
/** Visits that one alarm ends at most. The rest is overdue, so the alarm fires again at once. */
const ENDED_AT_ONCE = 250

/** Does what is due at `now`. Returns when it is due next; null for never. */
export type Deadline = (now: number) => number | null

/** The room's one alarm. It only moves earlier until it fires; then every deadline sets it anew. */
export class Alarm {
  readonly #storage: DurableObjectStorage
  /** When it fires; null if it is not set. */
  #at: number | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Reads when it fires. Called once a wake, before anything else. */
  async restore(): Promise<void> {
    this.#at = await this.#storage.getAlarm()
  }

  /** Makes the alarm fire by `at`. Called in the transaction of the write that makes it due. */
  wakeBy(at: number): void {
    if (this.#at !== null && this.#at <= at) return
    this.#at = Math.max(at, Date.now() + SOONEST_MS)
    void this.#storage.setAlarm(this.#at)
  }

  /** After a rollback the time is unknown: fires at once and sets it anew. */
  wakeAfterRollback(): void {
    this.#at = null
    this.wakeBy(Date.now())
  }

  /** It was erased with everything else. */
  forget(): void {
    this.#at = null
  }

  /** Runs every deadline, each whether or not another fails, and sets the alarm for the next one. */
  fire(deadlines: readonly Deadline[]): void {
    this.#at = null
    const now = Date.now()
    const next = deadlines.map((run) => {
      try {
        return run(now)
      } catch (error) {
        log('alarm_failed', { error })
        return now + AFTER_FAILURE_MS
      }
    })
    // A row whose time cannot be read must not keep the others from being due.
    const times = next.filter((at): at is number => Number.isFinite(at))
    if (times.length > 0) this.wakeBy(Math.min(...times))
  }
}

interface Parts {
  people: People
  presence: Presence
  sockets: Sockets
  readPositions: ReadPositions
  phoneRecovery: PhoneRecovery
  abuse: Abuse
  removals: Removals
  occupancy: Occupancy
  teardown: { runSoon: () => void; nextDue: (now: number) => number | null }
  /** Ends a visit in a transaction of its own. */
  end: (personId: string, reason: EndReason) => void
  send: (effects: Effect[]) => void
  /** Keeps the room awake for something that nobody waits for. */
  waitUntil: (promise: Promise<unknown>) => void
}

/** Everything that the room does because time has passed, in order. */
export function deadlinesOf(parts: Parts): Deadline[] {
  const { presence, sockets, readPositions, occupancy, teardown } = parts
  const purge = (one: PhoneRecovery | Abuse | Removals): Deadline => {
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
      // Before silent sockets are closed: they hold pending positions.
      readPositions.writePending(now)
      for (const socket of sockets.all()) readPositions.writeHeldBy(socket, now)
      return null
    },
    (now) => {
      presence.closeSilent(now)
      return presence.nextSilentAt()
    },
    (now) => endVisitsAndGraces(parts, now),
    purge(parts.phoneRecovery),
    purge(parts.abuse),
    purge(parts.removals),
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

/** One pass over everybody's times. Nobody is loaded to end a visit. */
function endVisitsAndGraces(parts: Parts, now: number): number | null {
  const { people, presence, sockets } = parts
  const graceFrom = presence.publishFrom(now)
  const ended: { id: string; reason: EndReason }[] = []
  const seen: string[] = []
  const offline: string[] = []
  let next = Infinity
  for (const times of people.times()) {
    const isUnseen = times.lastSeen <= now - TIMINGS.lastSeenWrittenMs
    const isStale = isUnseen && sockets.isConnected(times.id, now)
    const reason = whyEnded(times, isStale, now)
    if (reason) {
      ended.push({ id: times.id, reason })
      continue
    }
    if (isStale) seen.push(times.id)
    const hadGrace = times.onlineUntil >= graceFrom && times.onlineUntil <= now
    if (hadGrace && times.leavingEndsAt === null && !sockets.isConnected(times.id, now)) {
      offline.push(times.id)
    }
    next = Math.min(next, nextOf(isStale ? { ...times, lastSeen: now } : times, now))
  }
  for (const personId of seen) people.setSeen(personId, now)
  const failures = ended.slice(0, ENDED_AT_ONCE).flatMap(({ id, reason }) => {
    try {
      parts.end(id, reason)
      return []
    } catch (error) {
      return [error]
    }
  })
  parts.send(offline.map((personId) => toBroadcast({ kind: 'presence', personId, online: false })))
  presence.notePublished(now, offline.length > 0)
  // No visit's end waits for another's.
  if (failures.length > 0) throw failures[0]
  if (ended.length > ENDED_AT_ONCE) return now
  return next === Infinity ? null : next
}

/** Why a visit is over; null if it is not. Somebody who is connected is not offline for hours. */
function whyEnded(times: VisitTimes, isConnected: boolean, now: number): EndReason | null {
  if (times.leavingEndsAt !== null && times.leavingEndsAt <= now) return 'left'
  if (times.expiresAt <= now) return 'expired'
  return !isConnected && times.lastSeen <= now - TIMINGS.visitOfflineMs ? 'expired' : null
}

/** When time changes something for one person next. */
function nextOf({ expiresAt, lastSeen, onlineUntil, leavingEndsAt }: VisitTimes, now: number) {
  const isSeen = lastSeen > now - TIMINGS.lastSeenWrittenMs
  const seenDue = lastSeen + (isSeen ? TIMINGS.lastSeenWrittenMs : TIMINGS.visitOfflineMs)
  const graceDue = onlineUntil > now ? onlineUntil : Infinity
  return Math.min(graceDue, leavingEndsAt ?? Infinity, expiresAt, seenDue)
}
