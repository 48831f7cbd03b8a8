import { LIMITS } from '#contract/limits.ts'
import type { ReportRequest } from '#contract/reports.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { Evidence, FrozenPerson } from '#worker/media/evidence.ts'
import type { Conversations } from '#worker/room/chat/conversations.ts'
import type { People, Person } from '#worker/room/people/people.ts'
import type { Presence } from '#worker/room/people/presence.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { Refused } from '#worker/room/rpc.ts'
import { refuse } from '#worker/room/rpc.ts'
import type { FrozenReport } from '#worker/room/storage/deliveries.ts'
import type { Outbox } from '#worker/room/storage/outbox.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'
import type { BlockedPerson, Blocks } from './blocks.ts'
import type { Removable } from './removals.ts'
import type { StaffRanks } from './staff-ranks.ts'

interface Parts {
  people: People
  presence: Presence
  staffRanks: StaffRanks
  conversations: Conversations
  rateLimits: RateLimits
  blocks: Blocks
  outbox: Outbox
  wakeBy: (at: number) => void
}

const GONE = { table: null, photo: null }

type OwnRow = { attempt: string; other: string }

/**
 * Tonight's reports. A report freezes its evidence in the transaction of the block; the outbox keeps it
 * until R2 and D1 have it. The row here counts for the limits, and ties the removal to the browser, as
 * long as a removal would last.
 */
export class Reports {
  readonly #storage: RoomStorage
  readonly #parts: Parts

  constructor(storage: RoomStorage, parts: Parts) {
    this.#storage = storage
    this.#parts = parts
  }

  /**
   * Writes four rows. A repeated attempt writes none. Everybody in a bar shares one address: no number
   * of a network or of the bar refuses a report.
   */
  report(person: Person, request: ReportRequest, now: number): { ok: true } | Refused {
    const { presence, rateLimits, blocks, wakeBy } = this.#parts
    if (!rateLimits.take('changes', person.id, now)) return refuse('rate_limited')
    const own = this.#rowsOf(person.mark)
    if (own.some(({ attempt }) => attempt === request.attempt)) return { ok: true }
    if (!presence.hasJoined(person)) return refuse('not_joined')
    const known = blocks.findOther(person, request.personId)
    if (!known || known.mark === person.mark) return refuse('person_not_found')
    if (own.some(({ other }) => other === known.mark)) return refuse('already_reported')
    if (own.length >= LIMITS.reports) return refuse('too_many_reports')
    this.#add(person, known, request, now)
    blocks.add(person, known, now)
    wakeBy(now + TIMINGS.reportMs)
    return { ok: true }
  }

  /** Returns null for an unknown report. */
  reportedIn(reportId: string): Removable | null {
    const [row] = this.#storage.sql<Removable>`
      SELECT person_id AS id, other AS mark, name, table_id AS "table" FROM reports
      WHERE id = ${reportId}`
    return row ?? null
  }

  #rowsOf(mark: string): OwnRow[] {
    return this.#storage.sql<OwnRow>`
      SELECT attempt, other FROM reports WHERE mark = ${mark}`
  }

  #add(
    person: Person,
    known: BlockedPerson,
    { attempt, personId, reason, note, withMessages }: ReportRequest,
    now: number,
  ): void {
    const { people, staffRanks, outbox } = this.#parts
    const isKnown = staffRanks.rankOf(person, now) === 'known'
    const isExcess = this.#isExcess(person, isKnown)
    const here = people.find(personId)
    const reported = here ? freeze(here, !isExcess) : { ...GONE, personId, name: known.name }
    const evidence: Evidence = {
      note,
      reporter: freeze(person, !isExcess),
      reported,
      messages: withMessages ? this.#lastMessages(person.id, personId) : [],
    }
    const id = crypto.randomUUID()
    this.#storage.sql`
      INSERT INTO reports (id, attempt, mark, network, is_known, other, person_id, name, table_id,
        reported_at)
      VALUES (${id}, ${attempt}, ${person.mark}, ${person.network}, ${Number(isKnown)},
        ${known.mark}, ${personId}, ${reported.name}, ${reported.table ?? ''}, ${now})`
    const rank = isKnown ? 'known' : isExcess ? 'excess' : 'new'
    const frozen: FrozenReport = { reason, reportedAt: now, personId, rank, isExcess, evidence }
    outbox.add('evidence', id, JSON.stringify(frozen))
  }

  /** Newcomers have numbers of their own: their flood takes nothing from the others. */
  #isExcess({ network }: Person, isKnown: boolean): boolean {
    const [counts] = this.#storage.sql<{ ofNetwork: number; ofBar: number }>`
      SELECT count(*) FILTER (WHERE network = ${network}) AS ofNetwork, count(*) AS ofBar
      FROM reports WHERE is_known = ${Number(isKnown)}`
    const { ofNetwork = 0, ofBar = 0 } = counts ?? {}
    return ofNetwork >= LIMITS.reportsPerNetwork || ofBar >= LIMITS.reportsPerBar
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

function freeze({ id, name, table, photo }: Person, hasPhoto: boolean): FrozenPerson {
  return { personId: id, name, table, photo: hasPhoto ? photo : null }
}
