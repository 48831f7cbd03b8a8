import * as v from 'valibot'
import { LIMITS } from '#contract/limits.ts'
import type { ReportReason, ReportRequest } from '#contract/reports.ts'
import { REPORT_REASONS } from '#contract/reports.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Evidence, FrozenPerson } from '#worker/media/evidence.ts'
import { evidenceSchema } from '#worker/media/evidence.ts'
import type { Conversations } from '#worker/room/chat/conversations.ts'
import type { People, Person } from '#worker/room/people/people.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { Refused } from '#worker/room/rpc.ts'
import { refuse } from '#worker/room/rpc.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import type { BlockedPerson, Blocks } from './blocks.ts'
import type { Removable } from './removals.ts'

interface Parts {
  people: People
  conversations: Conversations
  rateLimits: RateLimits
  blocks: Blocks
}

export interface PendingReport {
  id: string
  reason: ReportReason
  reportedAt: number
  personId: string
  evidence: Evidence
}

type PendingRow = { reason: string; reportedAt: number; personId: string; evidence: string }
type OwnRow = { attempt: string; other: string; personId: string }

const reasonSchema = v.picklist(REPORT_REASONS)

/**
 * Who reported whom tonight. A report freezes what there is in the same transaction as the block; the
 * evidence stays in its row until R2 and D1 have it. After that the row counts for the limits, and
 * ties the removal to the browser, as long as a removal would last.
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

  /** Writes three rows. A repeated attempt writes none. */
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

  get hasPending(): boolean {
    return this.#storage.sql`SELECT 1 FROM reports WHERE evidence IS NOT NULL LIMIT 1`.length > 0
  }

  get isEmpty(): boolean {
    return this.#storage.sql`SELECT 1 FROM reports LIMIT 1`.length === 0
  }

  pendingIds(): string[] {
    return this.#storage.sql<{ id: string }>`
      SELECT id FROM reports WHERE evidence IS NOT NULL ORDER BY reported_at`.map(({ id }) => id)
  }

  /** Throws for an unreadable row. */
  readPending(reportId: string): PendingReport | null {
    const [row] = this.#storage
      .sql<PendingRow>`SELECT reason, reported_at AS reportedAt, person_id AS personId, evidence FROM reports
      WHERE id = ${reportId} AND evidence IS NOT NULL`
    if (!row) return null
    return {
      id: reportId,
      reportedAt: row.reportedAt,
      personId: row.personId,
      reason: v.parse(reasonSchema, row.reason),
      evidence: v.parse(evidenceSchema, JSON.parse(row.evidence)),
    }
  }

  /** R2 and D1 have it: what somebody wrote is here no more. */
  confirm(reportId: string): void {
    this.#storage.sql`UPDATE reports SET evidence = NULL, photos = '[]' WHERE id = ${reportId}`
  }

  /** Null for an unknown report, and where only the reporter's page knew the person. */
  reportedIn(reportId: string): Removable | null {
    const [row] = this.#storage.sql<Removable>`
      SELECT person_id AS id, other AS mark, name, table_id AS "table" FROM reports
      WHERE id = ${reportId} AND other <> ''`
    return row ?? null
  }

  purge(now: number): void {
    this.#storage.sql`DELETE FROM reports WHERE evidence IS NULL
      AND (reported_at <= ${now - TIMINGS.reportMs} OR typeof(reported_at) <> 'integer')`
  }

  nextDue(): number | null {
    const [row] = this.#storage.sql<{ at: number | null }>`
      SELECT min(reported_at) AS at FROM reports WHERE evidence IS NULL`
    return row?.at == null ? null : row.at + TIMINGS.reportMs
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
    const photos = [person.photo, reported.photo].filter((path) => path !== null)
    this.#storage.sql`
      INSERT INTO reports (id, attempt, mark, other, person_id, name, table_id, reason, reported_at,
        evidence, photos)
      VALUES (${crypto.randomUUID()}, ${attempt}, ${person.mark}, ${known?.mark ?? ''}, ${personId},
        ${reported.name}, ${reported.table ?? ''}, ${reason}, ${now}, ${JSON.stringify(evidence)},
        ${JSON.stringify(photos)})`
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
