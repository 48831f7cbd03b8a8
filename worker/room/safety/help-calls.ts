import type { BoardHelp, HelpKind, HelpRank, OwnHelp } from '#contract/help.ts'
import type { RoomStorage } from '#worker/room/storage/storage.ts'

export interface HelpCall {
  personId: string
  id: string
  kind: HelpKind
  state: OwnHelp['state'] | BoardHelp['state']
  rank: HelpRank
  isFolded: boolean
  isSeen: boolean
  calledAt: number
  /** When phones were notified; 0: not yet. A call that is withdrawn and repeated does not ring them each time. */
  staffNotifiedAt: number
  /** The name of the member of the staff who is on their way. */
  helper: string | null
}

type Row = Omit<HelpCall, 'isFolded' | 'isSeen'> & { isFolded: number; isSeen: number }

/** The table of calls for help: one row a person. */
export class HelpCalls {
  readonly #storage: RoomStorage

  constructor(storage: RoomStorage) {
    this.#storage = storage
  }

  /** A bar has few calls, or a flood of newcomers. */
  list(): HelpCall[] {
    return this.#storage.sql<Row>`
      SELECT person_id AS personId, id, kind, state, rank, is_folded AS isFolded,
        is_seen AS isSeen, called_at AS calledAt, staff_notified_at AS staffNotifiedAt, helper
      FROM help_calls`.map(toCall)
  }

  find(personId: string): HelpCall | null {
    const [row] = this.#storage.sql<Row>`
      SELECT person_id AS personId, id, kind, state, rank, is_folded AS isFolded,
        is_seen AS isSeen, called_at AS calledAt, staff_notified_at AS staffNotifiedAt, helper
      FROM help_calls WHERE person_id = ${personId}`
    return row ? toCall(row) : null
  }

  /** Counts the calls that the staff have not resolved. */
  countUnresolved(): number {
    const [row] = this.#storage.sql<{ calls: number }>`
      SELECT count(*) AS calls FROM help_calls WHERE state <> 'resolved'`
    return row?.calls ?? 0
  }

  /** Writes one row, in place of the person's earlier one. Returns it. */
  put(call: HelpCall): HelpCall {
    const { personId, id, kind, state, rank } = call
    const [isFolded, isSeen] = [Number(call.isFolded), Number(call.isSeen)]
    this.#storage.sql`
      INSERT OR REPLACE INTO help_calls
        (person_id, id, kind, state, rank, is_folded, is_seen, called_at, staff_notified_at, helper)
      VALUES (${personId}, ${id}, ${kind}, ${state}, ${rank}, ${isFolded}, ${isSeen},
        ${call.calledAt}, ${call.staffNotifiedAt}, ${call.helper})`
    return call
  }

  erase(personId: string): void {
    this.#storage.sql`DELETE FROM help_calls WHERE person_id = ${personId}`
  }
}

function toCall(row: Row): HelpCall {
  return { ...row, isFolded: row.isFolded === 1, isSeen: row.isSeen === 1 }
}
