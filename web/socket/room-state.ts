import type { OwnHelp } from '#contract/help.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Message } from '#contract/message.ts'
import type { Place } from '#contract/people-order.ts'
import { comparePlaces } from '#contract/people-order.ts'
import type { OwnPerson, PublicPerson } from '#contract/person.ts'
import { cutText } from '#contract/plain-text.ts'
import type {
  EndReason,
  Erased,
  LastLine,
  PeopleCursor,
  RoomEvent as ServerEvent,
  ServerMessage,
} from '#contract/protocol.ts'
import { CLOSE, isFinalClose } from '#contract/protocol.ts'
import type { Unsent } from '#web/session/kept-outbox.ts'
import type { Conversation } from './conversation.ts'
import { UNLOADED, withHistory, withMessage } from './conversation.ts'

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
  /** The last answered search of the whole bar: a text or an id. */
  found: string | null
  /** By partner; 0 for a conversation without unread messages. */
  unread: ReadonlyMap<string, number>
  /** By partner. */
  lastLines: ReadonlyMap<string, LastLine>
  /** Partners with whom both have written. */
  answered: ReadonlySet<string>
  /** Who writes to this person now. */
  typing: ReadonlySet<string>
  /** A room of an older version counts the frame as abuse. */
  hearsTyping: boolean
  conversations: ReadonlyMap<string, Conversation>
  /** People whose visit ended while this page was open. */
  left: ReadonlySet<string>
  /** People whom this one does not see any more. */
  endedWith: ReadonlySet<string>
  /** Unconfirmed messages, by partner. */
  unsent: ReadonlyMap<string, readonly Unsent[]>
  /** The own call for help. */
  help: (OwnHelp & { calledAt: number }) | null
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
  found: null,
  unread: new Map(),
  lastLines: new Map(),
  answered: new Set(),
  typing: new Set(),
  hearsTyping: false,
  conversations: new Map(),
  left: new Set(),
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

export type RoomEvent =
  | { type: 'received'; message: ServerMessage; at: number }
  | { type: 'disconnected'; code: number }
  | { type: 'reopened' }
  | { type: 'networkAsked'; isBlocked: boolean }
  | { type: 'edited'; person: OwnPerson }
  | { type: 'unsent'; unsent: RoomState['unsent'] }
  | { type: 'paging' }
  | { type: 'seen'; personId: string }
  | { type: 'typing'; typing: RoomState['typing'] }
  | { type: 'load'; personId: string; load: Conversation['load'] }

export function reduceRoom(state: RoomState, event: RoomEvent): RoomState {
  switch (event.type) {
    case 'received':
      return receive(state, event.message, event.at)
    case 'disconnected': {
      const connection = isFinalClose(event.code) ? 'closed' : 'down'
      return { ...state, connection, closeCode: event.code }
    }
    case 'reopened':
      return { ...state, connection: state.you ? 'down' : 'connecting', closeCode: null }
    case 'networkAsked':
      return isDown(state) ? { ...state, isBlocked: event.isBlocked } : state
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
      return withPage(own, message, { found: null, snapshots: snapshots + 1 })
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
      return withPeople(state, message.people, { found: message.asked })
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
      return { ...state, help: toHelp(message.help, at) }
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
    help: toHelp(message.help, at),
    hearsTyping: message.typing === true,
  }
  return withConversations(next, message)
}

function toHelp(help: OwnHelp | null | undefined, at: number): RoomState['help'] {
  return help ? { ...help, calledAt: at - help.ageMs } : null
}

function withPeople(
  state: RoomState,
  people: readonly PublicPerson[],
  changes: Partial<RoomState> = {},
): RoomState {
  const merged = new Map(state.people)
  for (const person of people) merged.set(person.id, person)
  return { ...state, ...changes, people: merged }
}

function withPage(
  state: RoomState,
  { people, next }: { people: readonly PublicPerson[]; next: PeopleCursor | null },
  changes: Partial<RoomState>,
): RoomState {
  const last = next && people.find(({ id }) => id === next.id)
  const end = last ? { ...next, name: last.name } : null
  const listed = [...state.listed, ...people.map(({ id }) => id)]
  return withPeople(state, people, { ...changes, next, end, listed })
}

interface Draft extends RoomState {
  people: Map<string, PublicPerson>
  arrivedAt: Map<string, number>
  left: Set<string>
}

function withEvents(state: RoomState, events: readonly ServerEvent[], at: number): RoomState {
  if (events.length === 0) return state
  const draft = {
    ...state,
    people: new Map(state.people),
    arrivedAt: new Map(state.arrivedAt),
    left: new Set(state.left),
  }
  for (const event of events) applyEvent(draft, event, at)
  return draft
}

function applyEvent(draft: Draft, event: ServerEvent, at: number): void {
  switch (event.kind) {
    case 'entered':
      if (event.person.id !== draft.you?.id) draft.arrivedAt.set(event.person.id, at)
      return setPerson(draft, event.person)
    case 'changed':
    case 'presence':
      if (isLoaded(draft, event.person)) setPerson(draft, event.person)
      return
    case 'left':
      draft.left.add(event.personId)
      return removePerson(draft, event.personId)
    case 'unlisted':
      if (isKept(draft, event.personId)) return
      draft.people.delete(event.personId)
      moveEnd(draft, event.personId)
      return
  }
}

function removePerson(draft: Draft, personId: string): void {
  draft.people.delete(personId)
  draft.arrivedAt.delete(personId)
  moveEnd(draft, personId)
  forgetConversation(draft, personId)
}

function withoutPerson(state: RoomState, personId: string): RoomState {
  const endedWith = new Set(state.endedWith).add(personId)
  const maps = { people: new Map(state.people), arrivedAt: new Map(state.arrivedAt) }
  const draft = { ...state, ...maps, left: new Set(state.left), endedWith }
  removePerson(draft, personId)
  return draft
}

function setPerson(draft: Draft, person: PublicPerson): void {
  if (person.id === draft.end?.id && person.name !== draft.end.name) moveEnd(draft, person.id)
  draft.people.set(person.id, person)
  if (person.id === draft.you?.id) draft.you = withOthersView(draft.you, person)
}

/** If the last person of the pages leaves or is renamed, the one before becomes the end. */
function moveEnd(draft: Draft, goneId: string): void {
  const { end } = draft
  if (end?.id !== goneId) return
  let last: Place | null = null
  for (const { id, name, online } of draft.people.values()) {
    const place = { id, name, online }
    if (id === goneId || id === draft.you?.id || comparePlaces(place, end) > 0) continue
    if (!last || comparePlaces(place, last) > 0) last = place
  }
  if (!last) return
  draft.end = last
  draft.next = { id: last.id, online: last.online }
}

/** True if the person belongs to the loaded pages. */
export function isLoaded({ people, end }: RoomState, person: PublicPerson): boolean {
  return people.has(person.id) || end === null || comparePlaces(person, end) < 0
}

/** Kept though not listed: oneself, and chat partners. */
function isKept({ you, unread, conversations }: RoomState, personId: string): boolean {
  return personId === you?.id || unread.has(personId) || conversations.has(personId)
}

/** Without the interest that is hidden from others. */
function toOthersView(you: OwnPerson): PublicPerson {
  return you.showsInterest ? you : { ...you, interest: null }
}

function withOthersView(you: OwnPerson, seen: PublicPerson): OwnPerson {
  const interest = seen.interest ?? you.interest
  return { ...you, ...seen, interest, showsInterest: seen.interest !== null }
}

function withConversations(
  state: RoomState,
  message: Pick<Extract<ServerMessage, { type: 'conversations' }>, 'conversations' | 'lastLines'>,
): RoomState {
  const [unread, lastLines] = [new Map(state.unread), new Map(state.lastLines)]
  const answered = new Set(state.answered)
  message.conversations.forEach((one, index) => {
    unread.set(one.personId, one.unread)
    if (one.answered) answered.add(one.personId)
    const lastLine = message.lastLines[index]
    if (lastLine) lastLines.set(one.personId, lastLine)
  })
  return { ...state, unread, lastLines, answered }
}

/** An open chat keeps its messages until it is closed. */
function forgetConversation(draft: RoomState, personId: string): void {
  if (!draft.unread.has(personId)) return
  const [unread, lastLines] = [new Map(draft.unread), new Map(draft.lastLines)]
  const answered = new Set(draft.answered)
  unread.delete(personId)
  lastLines.delete(personId)
  answered.delete(personId)
  Object.assign(draft, { unread, lastLines, answered })
}

function withStored(state: RoomState, message: Message, unread: number | null): RoomState {
  const isOwn = message.from === state.you?.id
  const partner = isOwn ? message.to : message.from
  const opened = withOpened(state, partner, message)
  if (state.endedWith.has(partner)) return opened
  const next = withUnread(opened, partner, unread ?? state.unread.get(partner) ?? 0)
  // The answer to a resend may be older than the known last line.
  if (message.createdAt < (state.lastLines.get(partner)?.at ?? 0)) return next
  const text = cutText(message.text, LIMITS.lastLineGraphemes)
  const lastLine = { text, isOwn, at: message.createdAt }
  const before = state.lastLines.get(partner)
  const isAnswer = before !== undefined && before.isOwn !== isOwn
  const answered = isAnswer ? new Set(state.answered).add(partner) : state.answered
  return { ...next, answered, lastLines: new Map(state.lastLines).set(partner, lastLine) }
}

function withOpened(state: RoomState, partner: string, message: Message): RoomState {
  if (!state.conversations.has(partner)) return state
  return withConversation(state, partner, (known) => withMessage(known, message))
}

/** A folded conversation is not listed, though it is read. */
function withRead(state: RoomState, personId: string, unread: number): RoomState {
  return state.unread.has(personId) ? withUnread(state, personId, unread) : state
}

function withUnread(state: RoomState, personId: string, unread: number): RoomState {
  if (state.unread.get(personId) === unread) return state
  return { ...state, unread: new Map(state.unread).set(personId, unread) }
}

function withConversation(
  state: RoomState,
  personId: string,
  change: (known: Conversation) => Conversation,
): RoomState {
  const changed = change(state.conversations.get(personId) ?? UNLOADED)
  return { ...state, conversations: new Map(state.conversations).set(personId, changed) }
}
