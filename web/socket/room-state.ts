import { LIMITS } from '#contract/limits.ts'
import type { History, Message } from '#contract/message.ts'
import type { OwnPerson } from '#contract/person.ts'
import { cutText } from '#contract/plain-text.ts'
import type { ServerMessage } from '#contract/protocol.ts'
import type { Conversation } from './conversation.ts'
import { UNLOADED, withEarlier, withMessage, withNewer } from './conversation.ts'
import { freshEvents, toOthersView, withEvents, withPage, withPeople } from './people.ts'
import type { RoomState } from './state.ts'

export const INITIAL_ROOM_STATE: RoomState = {
  connection: 'connecting',
  closeCode: null,
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
  found: null,
  unread: new Map(),
  lastLines: new Map(),
  conversations: new Map(),
  unsent: new Map(),
  leavingEndsAt: null,
  ended: null,
}

export type RoomEvent =
  | { type: 'received'; message: ServerMessage; at: number }
  | { type: 'lost'; code: number }
  | { type: 'closed'; code: number }
  | { type: 'reopened' }
  | { type: 'edited'; person: OwnPerson }
  | { type: 'unsent'; unsent: RoomState['unsent'] }
  | { type: 'paging' }
  | { type: 'seen'; personId: string }
  | { type: 'loading'; personId: string }
  | { type: 'newer'; personId: string; page: History }
  | { type: 'earlier'; personId: string; page: History }
  | { type: 'loadFailed'; personId: string }

export function reduceRoom(state: RoomState, event: RoomEvent): RoomState {
  switch (event.type) {
    case 'received':
      return receive(state, event.message, event.at)
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
    case 'paging':
      return { ...state, isPaging: true }
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

function receive(state: RoomState, message: ServerMessage, at: number): RoomState {
  switch (message.type) {
    case 'snapshot': {
      const { snapshots } = state
      const empty = { ...state, people: new Map(), lastLines: new Map(), arrivedAt: new Map() }
      const own = withOwnState({ ...empty, listed: [], end: null }, message, at)
      return withPage(own, message, { found: null, snapshots: snapshots + 1 })
    }
    case 'resumed': {
      const events = freshEvents(state, message)
      return withOwnState(withEvents(state, events, at), message, at)
    }
    case 'conversations':
      return withConversations(withPeople(state, message.people), message)
    case 'events': {
      const { epoch, number, total, online } = message
      // A repeated frame is ignored; another epoch counts from its own start.
      if (epoch === state.epoch && number <= state.number) return state
      const events = freshEvents(state, message)
      return withEvents({ ...state, epoch, number, total, online }, events, at)
    }
    case 'page':
      return withPage(state, message, { isPaging: false })
    case 'found':
      return withPeople(state, message.people, { found: message.asked })
    case 'stored':
      return withStored(state, message.message, null)
    case 'message':
      return withStored(state, message.message, message.unread)
    case 'read':
      return withUnread(state, message.personId, message.unread)
    case 'refused':
      return state // the outbox keeps refused messages
    case 'leaving':
      return { ...state, leavingEndsAt: message.endsAt }
    case 'ended':
      return { ...state, ended: { reason: message.reason, erased: message.erased } }
  }
}

function withOwnState(
  state: RoomState,
  message: Extract<ServerMessage, { type: 'snapshot' | 'resumed' }>,
  at: number,
): RoomState {
  const { epoch, number, you, newcomers, leavingEndsAt, total, online } = message
  const arrivedAt = new Map(state.arrivedAt)
  for (const { personId, ageMs } of newcomers) arrivedAt.set(personId, at - ageMs)
  const next: RoomState = {
    ...state,
    ...{ epoch, number, you, leavingEndsAt, total, online, arrivedAt },
    connection: 'live',
    closeCode: null,
    isPaging: false,
    people: new Map(state.people).set(you.id, toOthersView(you)),
    unread: new Map(),
  }
  return withConversations(next, message)
}

function withConversations(
  state: RoomState,
  told: Pick<Extract<ServerMessage, { type: 'conversations' }>, 'conversations' | 'lastLines'>,
): RoomState {
  const [unread, lastLines] = [new Map(state.unread), new Map(state.lastLines)]
  told.conversations.forEach((one, index) => {
    unread.set(one.personId, one.unread)
    const lastLine = told.lastLines[index]
    if (lastLine) lastLines.set(one.personId, lastLine)
  })
  return { ...state, unread, lastLines }
}

function withStored(state: RoomState, message: Message, unread: number | null): RoomState {
  const isOwn = message.from === state.you?.id
  const partner = isOwn ? message.to : message.from
  const isOpened = state.conversations.has(partner)
  const next = isOpened
    ? withConversation(state, partner, (held) => withMessage(held, message))
    : state
  const told = withUnread(next, partner, unread ?? state.unread.get(partner) ?? 0)
  // The answer to a resend may be older than the known last line.
  if (message.createdAt < (state.lastLines.get(partner)?.at ?? 0)) return told
  const text = cutText(message.text, LIMITS.lastLineGraphemes)
  const lastLine = { text, isOwn, at: message.createdAt }
  return { ...told, lastLines: new Map(state.lastLines).set(partner, lastLine) }
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
