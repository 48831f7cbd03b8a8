import type { History, Message } from '#contract/message.ts'
import type { OwnPerson, PublicPerson } from '#contract/person.ts'
import type { EndReason, Erased, ServerMessage } from '#contract/protocol.ts'
import type { Unsent } from '#web/session/kept-outbox.ts'
import type { Conversation } from './conversation.ts'
import { UNLOADED, withEarlier, withMessage, withNewer } from './conversation.ts'
import { toOthersView, withFacts, withOtherDevice } from './people.ts'

/** What a page knows of the room, from its socket alone. */
export interface RoomState {
  /** `connecting` until the first snapshot or loss; `closed` for good. */
  connection: 'connecting' | 'live' | 'down' | 'closed'
  /** Of the last close, until the next snapshot. */
  closeCode: number | null
  epoch: string | null
  number: number
  you: OwnPerson | null
  /** Everybody, oneself included. */
  people: ReadonlyMap<string, PublicPerson>
  /** Unread messages by partner; a partner with a conversation has an entry, if only 0. */
  unread: ReadonlyMap<string, number>
  /** Since when a partner is here through another device; partners on their own have no entry. */
  otherDevices: ReadonlyMap<string, number>
  /** Conversations that were opened since the page began. */
  conversations: ReadonlyMap<string, Conversation>
  /** Messages that the room has not confirmed, by partner. */
  unsent: ReadonlyMap<string, readonly Unsent[]>
  leavingEndsAt: number | null
  ended: { reason: EndReason; erased: Erased } | null
}

export const INITIAL_ROOM_STATE: RoomState = {
  connection: 'connecting',
  closeCode: null,
  epoch: null,
  number: 0,
  you: null,
  people: new Map(),
  unread: new Map(),
  otherDevices: new Map(),
  conversations: new Map(),
  unsent: new Map(),
  leavingEndsAt: null,
  ended: null,
}

export type RoomEvent =
  | { type: 'received'; message: ServerMessage }
  | { type: 'lost'; code: number }
  | { type: 'closed'; code: number }
  | { type: 'reopened' }
  | { type: 'edited'; person: OwnPerson }
  | { type: 'unsent'; unsent: RoomState['unsent'] }
  | { type: 'seen'; personId: string }
  | { type: 'loading'; personId: string }
  | { type: 'newer'; personId: string; page: History }
  | { type: 'earlier'; personId: string; page: History }
  | { type: 'loadFailed'; personId: string }

export function reduceRoom(state: RoomState, event: RoomEvent): RoomState {
  switch (event.type) {
    case 'received':
      return receive(state, event.message)
    case 'lost':
      return { ...state, connection: 'down', closeCode: event.code }
    case 'closed':
      return { ...state, connection: 'closed', closeCode: event.code }
    case 'reopened':
      return { ...state, connection: state.you ? 'down' : 'connecting', closeCode: null }
    case 'edited':
      return {
        ...state,
        you: event.person,
        people: new Map(state.people).set(event.person.id, toOthersView(event.person)),
      }
    case 'unsent':
      return { ...state, unsent: event.unsent }
    case 'seen':
      return withUnread(state, event.personId, 0)
    case 'loading':
      return withConversation(state, event.personId, (held) => ({ ...held, load: 'loading' }))
    case 'newer':
      return withConversation(state, event.personId, (held) => withNewer(held, event.page))
    case 'earlier':
      return withConversation(state, event.personId, (held) => withEarlier(held, event.page))
    case 'loadFailed':
      return withConversation(state, event.personId, (held) => ({ ...held, load: 'failed' }))
  }
}

function receive(state: RoomState, message: ServerMessage): RoomState {
  switch (message.type) {
    case 'snapshot':
      return {
        ...state,
        connection: 'live',
        closeCode: null,
        epoch: message.epoch,
        number: message.number,
        you: message.you,
        people: new Map(message.people.map((person) => [person.id, person])).set(
          message.you.id,
          toOthersView(message.you),
        ),
        unread: new Map(message.conversations.map((one) => [one.personId, one.unread])),
        otherDevices: new Map(
          message.conversations.flatMap(({ personId, otherDeviceSince: since }) =>
            since === null ? [] : [[personId, since]],
          ),
        ),
        leavingEndsAt: message.leavingEndsAt,
      }
    case 'facts':
      // The same frame twice; a new epoch counts from its own beginning.
      if (message.epoch === state.epoch && message.number <= state.number) return state
      return withFacts({ ...state, epoch: message.epoch, number: message.number }, message.facts)
    case 'stored':
      return withStored(state, message.message, null)
    case 'message':
      return withStored(state, message.message, message.unread)
    case 'read':
      return withUnread(state, message.personId, message.unread)
    case 'refused':
      return state // the outbox keeps what was refused
    case 'otherDevice': {
      const { personId, since } = message
      return { ...state, otherDevices: withOtherDevice(state.otherDevices, personId, since) }
    }
    case 'leaving':
      return { ...state, leavingEndsAt: message.endsAt }
    case 'ended':
      return { ...state, ended: { reason: message.reason, erased: message.erased } }
  }
}

function withStored(state: RoomState, message: Message, unread: number | null): RoomState {
  const partner = message.from === state.you?.id ? message.to : message.from
  const isOpened = state.conversations.has(partner)
  const next = isOpened
    ? withConversation(state, partner, (held) => withMessage(held, message))
    : state
  return withUnread(next, partner, unread ?? state.unread.get(partner) ?? 0)
}

function withUnread(state: RoomState, personId: string, unread: number): RoomState {
  if (state.unread.get(personId) === unread) return state
  return { ...state, unread: new Map(state.unread).set(personId, unread) }
}

function withConversation(
  state: RoomState,
  personId: string,
  change: (held: Conversation) => Conversation,
): RoomState {
  const changed = change(state.conversations.get(personId) ?? UNLOADED)
  return { ...state, conversations: new Map(state.conversations).set(personId, changed) }
}
