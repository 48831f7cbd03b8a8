import type { Place } from '#contract/people-order.ts'
import type { OwnPerson, PublicPerson } from '#contract/person.ts'
import type { EndReason, Erased, LastLine, PeopleCursor } from '#contract/protocol.ts'
import type { Unsent } from '#web/session/kept-outbox.ts'
import type { Conversation } from './conversation.ts'

export interface RoomState {
  /** `connecting` until the first snapshot or loss; `closed` for good. */
  connection: 'connecting' | 'live' | 'down' | 'closed'
  /** Of the last close, until the next snapshot. */
  closeCode: number | null
  epoch: string | null
  number: number
  you: OwnPerson | null
  people: ReadonlyMap<string, PublicPerson>
  /** Everybody in the bar, loaded or not. */
  total: number
  online: number
  /** Cursor of the next page; null after the last. */
  next: PeopleCursor | null
  end: Place | null
  listed: readonly string[]
  /** Number of snapshots: each replaces all people. */
  snapshots: number
  arrivedAt: ReadonlyMap<string, number>
  isPaging: boolean
  /** The last answered search of the whole bar: a text or an id. */
  found: string | null
  /** By partner; 0 for a conversation without unread messages. */
  unread: ReadonlyMap<string, number>
  /** By partner. */
  lastLines: ReadonlyMap<string, LastLine>
  conversations: ReadonlyMap<string, Conversation>
  /** Unconfirmed messages, by partner. */
  unsent: ReadonlyMap<string, readonly Unsent[]>
  leavingEndsAt: number | null
  ended: { reason: EndReason; erased: Erased } | null
}
