import type { Place } from '#contract/people-order.ts'
import type { OwnPerson, PublicPerson } from '#contract/person.ts'
import type { EndReason, Erased, LastLine, PeopleCursor } from '#contract/protocol.ts'
import type { Unsent } from '#web/session/kept-outbox.ts'
import type { Conversation } from './conversation.ts'

/** What a page knows of the room, from its socket alone. */
export interface RoomState {
  /** `connecting` until the first snapshot or loss; `closed` for good. */
  connection: 'connecting' | 'live' | 'down' | 'closed'
  /** Of the last close, until the next snapshot. */
  closeCode: number | null
  epoch: string | null
  number: number
  you: OwnPerson | null
  /** Everybody who was loaded, oneself included. */
  people: ReadonlyMap<string, PublicPerson>
  /** Everybody in the bar, loaded or not, and how many of them are online. */
  total: number
  online: number
  /** Where the next page begins; null where nobody is missing. */
  next: PeopleCursor | null
  /** Where the loaded pages end, in the order of people. */
  end: Place | null
  /** Whom the pages brought, in their order. */
  listed: readonly string[]
  /** How many snapshots have come: each replaces everything known of people. */
  snapshots: number
  /** When people came whose profiles are new, by this page's clock. */
  arrivedAt: ReadonlyMap<string, number>
  /** The next page was asked for. */
  isPaging: boolean
  /** What was last looked for in the whole bar, a text or an id, and has been answered. */
  found: string | null
  /** Unread messages by partner; a partner with a conversation has an entry, if only 0. */
  unread: ReadonlyMap<string, number>
  /** How conversations end for now, by partner. */
  lastLines: ReadonlyMap<string, LastLine>
  /** Conversations that were opened since the page began. */
  conversations: ReadonlyMap<string, Conversation>
  /** Messages that the room has not confirmed, by partner. */
  unsent: ReadonlyMap<string, readonly Unsent[]>
  leavingEndsAt: number | null
  ended: { reason: EndReason; erased: Erased } | null
}
