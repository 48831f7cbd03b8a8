import type { RoomEvent as ServerEvent, ServerMessage } from '#contract/protocol.ts'
import { isFinalClose, isOwnClose } from '#contract/protocol.ts'
import { withHistory } from './conversation.ts'
import {
  forgetConversation,
  withConversation,
  withConversations,
  withOpened,
  withRead,
  withStored,
} from './room-conversations.ts'
import { toOthersView, withEvents, withoutPerson, withPage, withPeople } from './room-people.ts'
import type { RoomEvent, RoomState } from './room-state.ts'

export function reduceRoom(state: RoomState, event: RoomEvent): RoomState {
  switch (event.type) {
    case 'received':
      return receive(state, event.message, event.at)
    case 'disconnected': {
      const connection = isFinalClose(event.code) ? 'closed' : 'down'
      // A close by the room has come through the network.
      const isBlocked = (state.isBlocked || event.isBlocked) && !isOwnClose(event.code)
      return { ...state, connection, closeCode: event.code, isBlocked }
    }
    case 'reopened':
      // A page that was stopped counts no more how long ago somebody wrote.
      return {
        ...state,
        connection: state.you ? 'down' : 'connecting',
        closeCode: null,
        typing: new Set(),
      }
    case 'networkLost':
      return { ...state, isBlocked: false }
    case 'edited':
      return withPeople({ ...state, you: event.person }, [toOthersView(event.person)])
    case 'unsent':
      return { ...state, unsent: event.unsent }
    case 'paging':
      return { ...state, isPaging: true }
    case 'typing':
      return { ...state, typing: event.typing }
    case 'seen':
      return withRead(state, event.personId, 0)
    case 'load':
      return withConversation(state, event.personId, (known) => ({ ...known, load: event.load }))
  }
}

function receive(state: RoomState, message: ServerMessage, at: number): RoomState {
  switch (message.type) {
    case 'snapshot': {
      const { snapshots } = state
      const empty = { ...state, people: new Map(), lastLines: new Map(), arrivedAt: new Map() }
      const own = withOwnState({ ...empty, listed: [], end: null }, message, at)
      return withPage(own, message, { searched: new Set(), snapshots: snapshots + 1 })
    }
    case 'resumed': {
      const events = freshEvents(state, message)
      return withOwnState(withEvents(state, events, at), message, at)
    }
    case 'conversations': {
      // A person whom the room shows again is back.
      const back = new Set(message.people.map(({ id }) => id))
      const endedWith = new Set([...state.endedWith].filter((id) => !back.has(id)))
      return withConversations(withPeople(state, message.people, { endedWith }), message)
    }
    case 'conversationEnded':
      return withoutPerson(state, message.personId)
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
      return withPeople(state, message.people, {
        searched: new Set(state.searched).add(message.asked),
      })
    case 'history':
      return withConversation(state, message.personId, (known) => withHistory(known, message))
    case 'stored':
      return withStored(state, message.message, null)
    case 'message':
      return message.folded
        ? withOpened(state, message.message.from, message.message)
        : withStored(state, message.message, message.unread)
    case 'folded': {
      const next = { ...state }
      forgetConversation(next, message.personId)
      return next
    }
    case 'read':
      return withRead(state, message.personId, message.unread)
    case 'refused':
    case 'checkpoint':
    case 'typing':
      return state // the outbox keeps refused messages; the client answers a checkpoint
    case 'help':
      return { ...state, help: message.help }
    case 'ended':
      return { ...state, ended: { reason: message.reason, erased: message.erased } }
  }
}

/** The events of a frame that the state does not hold yet. */
export function freshEvents(
  { epoch, number }: Pick<RoomState, 'epoch' | 'number'>,
  frame: { epoch: string; number: number; events: readonly ServerEvent[] },
): readonly ServerEvent[] {
  if (frame.epoch !== epoch) return frame.events
  return frame.events.slice(Math.max(0, frame.events.length - (frame.number - number)))
}

function withOwnState(
  state: RoomState,
  message: Extract<ServerMessage, { type: 'snapshot' | 'resumed' }>,
  at: number,
): RoomState {
  const { epoch, number, you, newcomers, total, online } = message
  const arrivedAt = new Map(state.arrivedAt)
  for (const { personId, ageMs } of newcomers) arrivedAt.set(personId, at - ageMs)
  const next: RoomState = {
    ...state,
    epoch,
    number,
    you,
    total,
    online,
    arrivedAt,
    connection: 'live',
    closeCode: null,
    isBlocked: false,
    isPaging: false,
    people: new Map(state.people).set(you.id, toOthersView(you)),
    unread: new Map(),
    answered: new Set(),
    endedWith: new Set(message.endedWith),
    help: message.help ?? null,
  }
  return withConversations(next, message)
}
