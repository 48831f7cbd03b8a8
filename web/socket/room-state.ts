import type { Erased } from '#contract/erased.ts'
import type { OwnHelp } from '#contract/help.ts'
import type { Place } from '#contract/people-order.ts'
import { comparePlaces } from '#contract/people-order.ts'
import type { OwnPerson, PublicPerson } from '#contract/person.ts'
import type { EndReason, LastLine, PeopleCursor, ServerMessage } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import type { Unsent } from '#web/session/kept-outbox.ts'
import type { Conversation } from './conversation.ts'

export interface RoomState {
  /** `connecting` until the first snapshot or loss; `closed` for good. */
  connection: 'connecting' | 'live' | 'down' | 'closed'
  /** The code of the last close, until the next snapshot. */
  closeCode: number | null
  /** The network lets HTTP through and no socket. */
  isBlocked: boolean
  epoch: string | null
  number: number
  you: OwnPerson | null
  people: ReadonlyMap<string, PublicPerson>
  /** Everybody in the bar, loaded or not. */
  total: number
  online: number
  /** Cursor of the next page; null after the last. */
  next: PeopleCursor | null
  /** Place of the last person of the loaded pages. */
  end: Place | null
  listed: readonly string[]
  /** Number of snapshots: each replaces all people. */
  snapshots: number
  arrivedAt: ReadonlyMap<string, number>
  isPaging: boolean
  /** The searches of the whole bar that the room has answered since the snapshot: texts and ids. */
  searched: ReadonlySet<string>
  /** By partner; 0 for a conversation without unread messages. */
  unread: ReadonlyMap<string, number>
  /** By partner. */
  lastLines: ReadonlyMap<string, LastLine>
  /** Partners with whom both have written. */
  answered: ReadonlySet<string>
  /** Who writes to this person now. */
  typing: ReadonlySet<string>
  conversations: ReadonlyMap<string, Conversation>
  /** People whose visit ended while this page was open. */
  departed: ReadonlySet<string>
  /** People whom this one does not see any more. */
  endedWith: ReadonlySet<string>
  /** Unconfirmed messages, by partner. */
  unsent: ReadonlyMap<string, readonly Unsent[]>
  /** The own call for help. */
  help: OwnHelp | null
  ended: { reason: EndReason; erased: Erased } | null
}

export const INITIAL_ROOM_STATE: RoomState = {
  connection: 'connecting',
  closeCode: null,
  isBlocked: false,
  epoch: null,
  number: 0,
  you: null,
  people: new Map(),
  total: 0,
  online: 0,
  next: null,
  end: null,
  listed: [],
  snapshots: 0,
  arrivedAt: new Map(),
  isPaging: false,
  searched: new Set(),
  unread: new Map(),
  lastLines: new Map(),
  answered: new Set(),
  typing: new Set(),
  conversations: new Map(),
  departed: new Set(),
  endedWith: new Set(),
  unsent: new Map(),
  help: null,
  ended: null,
}

export function othersOnline({ you, online }: Pick<RoomState, 'you' | 'online'>): number {
  return online - (you?.online ? 1 : 0)
}

/** Nothing has come yet, and there is no connection. */
export function isUnreachable(state: RoomState): boolean {
  return state.you === null && isDown(state)
}

/** There is no connection. A full bar says so itself. */
export function isDown({ connection, closeCode }: RoomState): boolean {
  return connection === 'down' && closeCode !== CLOSE.barFull
}

/** Not all people are loaded: only a search, or their departure, proves that a person is not in the bar. */
export function isKnownAbsent(
  { people, next, searched, departed }: RoomState,
  id: string,
): boolean {
  return !people.has(id) && (next === null || searched.has(id) || departed.has(id))
}

/** True if the person belongs to the loaded pages. */
export function isLoaded({ people, end }: RoomState, person: PublicPerson): boolean {
  return people.has(person.id) || end === null || comparePlaces(person, end) < 0
}

export type RoomEvent =
  | { type: 'received'; message: ServerMessage; at: number }
  /** `isBlocked`: the socket began after an answer by HTTP, and no frame came. */
  | { type: 'disconnected'; code: number; isBlocked: boolean }
  | { type: 'reopened' }
  | { type: 'networkLost' }
  | { type: 'edited'; person: OwnPerson }
  | { type: 'unsent'; unsent: RoomState['unsent'] }
  | { type: 'paging' }
  | { type: 'seen'; personId: string }
  | { type: 'typing'; typing: RoomState['typing'] }
  | { type: 'load'; personId: string; load: Conversation['load'] }
