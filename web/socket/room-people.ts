import type { Place } from '#contract/people-order.ts'
import { comparePlaces } from '#contract/people-order.ts'
import type { OwnPerson, PublicPerson } from '#contract/person.ts'
import type { PeopleCursor, RoomEvent as ServerEvent } from '#contract/protocol.ts'
import { forgetConversation } from './room-conversations.ts'
import type { RoomState } from './room-state.ts'
import { isLoaded } from './room-state.ts'

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

interface Draft extends RoomState {
  people: Map<string, PublicPerson>
  arrivedAt: Map<string, number>
  departed: Set<string>
}

export function withEvents(
  state: RoomState,
  events: readonly ServerEvent[],
  at: number,
): RoomState {
  if (events.length === 0) return state
  const draft = {
    ...state,
    people: new Map(state.people),
    arrivedAt: new Map(state.arrivedAt),
    departed: new Set(state.departed),
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
      draft.departed.add(event.personId)
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

export function withoutPerson(state: RoomState, personId: string): RoomState {
  const endedWith = new Set(state.endedWith).add(personId)
  const maps = { people: new Map(state.people), arrivedAt: new Map(state.arrivedAt) }
  const draft = { ...state, ...maps, departed: new Set(state.departed), endedWith }
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
