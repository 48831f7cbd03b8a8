import type { Place } from '#contract/people-order.ts'
import { comparePlaces } from '#contract/people-order.ts'
import type { OwnPerson, PublicPerson } from '#contract/person.ts'
import type { PeopleCursor, RoomEvent } from '#contract/protocol.ts'
import type { RoomState } from './state.ts'

export function freshEvents(
  { epoch, number }: Pick<RoomState, 'epoch' | 'number'>,
  frame: { epoch: string; number: number; events: readonly RoomEvent[] },
): readonly RoomEvent[] {
  if (frame.epoch !== epoch) return frame.events
  return frame.events.slice(Math.max(0, frame.events.length - (frame.number - number)))
}

export function withPeople(
  state: RoomState,
  people: readonly PublicPerson[],
  changes: Partial<RoomState> = {},
): RoomState {
  const merged = new Map(state.people)
  for (const person of people) merged.set(person.id, person)
  return { ...state, ...changes, people: merged }
}

export function withPage(
  state: RoomState,
  { people, next }: { people: readonly PublicPerson[]; next: PeopleCursor | null },
  changes: Partial<RoomState>,
): RoomState {
  const last = next && people.find(({ id }) => id === next.id)
  const end = last ? { ...next, name: last.name } : null
  const listed = [...state.listed, ...people.map(({ id }) => id)]
  return withPeople(state, people, { ...changes, next, end, listed })
}

export function withEvents(state: RoomState, events: readonly RoomEvent[], at: number): RoomState {
  if (events.length === 0) return state
  const next = { ...state, people: new Map(state.people), arrivedAt: new Map(state.arrivedAt) }
  for (const event of events) apply(next, event, at)
  return next
}

interface Draft extends RoomState {
  people: Map<string, RoomState['people'] extends ReadonlyMap<string, infer P> ? P : never>
  arrivedAt: Map<string, number>
}

function apply(state: Draft, event: RoomEvent, at: number): void {
  switch (event.kind) {
    case 'entered':
      if (event.person.id !== state.you?.id) state.arrivedAt.set(event.person.id, at)
      return put(state, event.person)
    case 'changed':
    case 'presence':
      if (isLoaded(state, event.person)) put(state, event.person)
      return
    case 'left':
      state.people.delete(event.personId)
      state.arrivedAt.delete(event.personId)
      keepEnd(state, event.personId)
      forgetConversation(state, event.personId)
      return
    case 'aside':
      if (isKept(state, event.personId)) return
      state.people.delete(event.personId)
      keepEnd(state, event.personId)
      return
  }
}

function put(state: Draft, person: PublicPerson): void {
  if (person.id === state.end?.id && person.name !== state.end.name) keepEnd(state, person.id)
  state.people.set(person.id, person)
  if (person.id === state.you?.id) state.you = withOthersView(state.you, person)
}

/** If the last person of the pages leaves or is renamed, the one before becomes the end. */
function keepEnd(state: Draft, goneId: string): void {
  const { end } = state
  if (end?.id !== goneId) return
  let last: Place | null = null
  for (const { id, name, online } of state.people.values()) {
    const place = { id, name, online }
    if (id === goneId || id === state.you?.id || comparePlaces(place, end) > 0) continue
    if (!last || comparePlaces(place, last) > 0) last = place
  }
  if (!last) return
  state.end = last
  state.next = { id: last.id, online: last.online }
}

function isLoaded({ people, end }: RoomState, person: PublicPerson): boolean {
  return people.has(person.id) || end === null || comparePlaces(person, end) < 0
}

/** Kept though not listed: oneself, and chat partners. */
function isKept({ you, unread, conversations }: RoomState, personId: string): boolean {
  return personId === you?.id || unread.has(personId) || conversations.has(personId)
}

/** Without the interest that is hidden from others. */
export function toOthersView(you: OwnPerson): PublicPerson {
  return you.showsInterest ? you : { ...you, interest: null }
}

function withOthersView(you: OwnPerson, seen: PublicPerson): OwnPerson {
  const interest = seen.interest ?? you.interest
  return { ...you, ...seen, interest, showsInterest: seen.interest !== null }
}

/** An open chat keeps its messages until it is closed. */
function forgetConversation(state: Draft, personId: string): void {
  if (!state.unread.has(personId)) return
  const unread = new Map(state.unread)
  unread.delete(personId)
  state.unread = unread
  const lastLines = new Map(state.lastLines)
  lastLines.delete(personId)
  state.lastLines = lastLines
}
