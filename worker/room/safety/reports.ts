import { LIMITS } from '#contract/limits.ts'
import type { ReportRequest } from '#contract/reports.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Evidence, FrozenPerson } from '#worker/media/evidence.ts'
import type { Conversations } from '#worker/room/chat/conversations.ts'
import type { People, Person } from '#worker/room/people/people.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { Refused } from '#worker/room/rpc.ts'
import { refuse } from '#worker/room/rpc.ts'
import type { FrozenReport } from '#worker/room/storage/deliveries.ts'
import type { Outbox } from '#worker/room/storage/outbox.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import type { BlockedPerson, Blocks } from './blocks.ts'
import type { Removable } from './removals.ts'

interface Parts {
  people: People
  conversations: Conversations
  rateLimits: RateLimits
  blocks: Blocks
  outbox: Outbox
}

type OwnRow = { attempt: string; other: string; personId: string }

/**
 * Tonight's reports. A report freezes its evidence in the transaction of the block; the outbox keeps it
 * until R2 and D1 have it. The row here counts for the limits, and ties the removal to the browser, as
 * long as a removal would last.
 */
export class Reports {
  readonly #storage: RoomStorage
  readonly #parts: Parts
  readonly #wakeBy: (at: number) => void

  constructor(storage: RoomStorage, parts: Parts, wakeBy: (at: number) => void) {
    this.#storage = storage
    this.#parts = parts
    this.#wakeBy = wakeBy
  }

  /** Writes four rows. A repeated attempt writes none. */
  report(person: Person, request: ReportRequest, now: number): { ok: true } | Refused {
    const { people, rateLimits, blocks } = this.#parts
    if (!rateLimits.take('changes', person.id, now)) return refuse('rate_limited')
    const own = this.#rowsOf(person.mark)
    if (own.some(({ attempt }) => attempt === request.attempt)) return { ok: true }
    const known = blocks.findOther(person, request.personId)
    if (known?.mark === person.mark) return refuse('person_not_found')
    const isAgain = known
      ? own.some(({ other }) => other === known.mark)
      : own.some(({ personId }) => personId === request.personId)
    if (isAgain) return refuse('already_reported')
    if (own.length >= LIMITS.reports) return refuse('too_many_reports')
    const reported = toFrozen(known, people.find(request.personId), request)
    this.#add(person, known, reported, request, now)
    if (known) blocks.add(person, known, now)
    this.#wakeBy(now + TIMINGS.reportMs)
    return { ok: true }
  }

  /** Returns null for an unknown report, and for a person whom only the reporter's page knew. */
  reportedIn(reportId: string): Removable | null {
    const [row] = this.#storage.sql<Removable>`
      SELECT person_id AS id, other AS mark, name, table_id AS "table" FROM reports
      WHERE id = ${reportId} AND other <> ''`
    return row ?? null
  }

  #rowsOf(mark: string): OwnRow[] {
    return this.#storage.sql<OwnRow>`
      SELECT attempt, other, person_id AS personId FROM reports WHERE mark = ${mark}`
  }

  #add(
    person: Person,
    known: BlockedPerson | null,
    reported: FrozenPerson,
    { attempt, personId, reason, note, withMessages }: ReportRequest,
    now: number,
  ): void {
    const evidence: Evidence = {
      note,
      reporter: freeze(person),
      reported,
      mayRemove: known !== null,
      messages: withMessages ? this.#lastMessages(person.id, personId) : [],
    }
    const id = crypto.randomUUID()
    this.#storage.sql`
      INSERT INTO reports (id, attempt, mark, other, person_id, name, table_id, reported_at)
      VALUES (${id}, ${attempt}, ${person.mark}, ${known?.mark ?? ''}, ${personId},
        ${reported.name}, ${reported.table ?? ''}, ${now})`
    const frozen: FrozenReport = { reason, reportedAt: now, personId, evidence }
    this.#parts.outbox.add('evidence', id, JSON.stringify(frozen))
  }

  #lastMessages(reporterId: string, reportedId: string): Evidence['messages'] {
    const { conversations } = this.#parts
    const { last } = conversations.between(reporterId, reportedId)
    const after = Math.max(0, last - LIMITS.evidenceMessages)
    return conversations
      .listAfter(reporterId, reportedId, after, LIMITS.evidenceMessages)
      .map(({ from, text, createdAt }) => ({
        isReporter: from === reporterId,
        text,
        at: createdAt,
      }))
  }
}

function toFrozen(
  known: BlockedPerson | null,
  here: Person | null,
  { personId, name }: ReportRequest,
): FrozenPerson {
  if (here) return freeze(here)
  return { personId, name: known?.name ?? name, table: null, photo: null }
}

function freeze({ id, name, table, photo }: Person): FrozenPerson {
  return { personId: id, name, table, photo }
}
