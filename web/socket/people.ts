import { comparePlaces } from '#contract/people-order.ts'
import type { OwnPerson, PublicPerson } from '#contract/person.ts'
import type { Fact } from '#contract/protocol.ts'
import type { RoomState } from './room-state.ts'

/** The facts of a frame that the state does not know yet. */
export function freshFacts(
  { epoch, number }: Pick<RoomState, 'epoch' | 'number'>,
  frame: { epoch: string; number: number; facts: readonly Fact[] },
): readonly Fact[] {
  if (frame.epoch !== epoch) return frame.facts
  return frame.facts.slice(Math.max(0, frame.facts.length - (frame.number - number)))
}

/** Adds people that were asked for. */
export function withPeople(
  state: RoomState,
  people: readonly PublicPerson[],
  changes: Partial<RoomState>,
): RoomState {
  const merged = new Map(state.people)
  for (const person of people) merged.set(person.id, person)
  return { ...state, ...changes, people: merged }
}

/** Applies what happened to people; one copy of the map for a whole frame. */
export function withFacts(state: RoomState, facts: readonly Fact[]): RoomState {
  if (facts.length === 0) return state
  const next = { ...state, people: new Map(state.people) }
  for (const fact of facts) apply(next, fact)
  return next
}

interface Draft extends RoomState {
  people: Map<string, RoomState['people'] extends ReadonlyMap<string, infer P> ? P : never>
}

function apply(state: Draft, fact: Fact): void {
  switch (fact.kind) {
    case 'entered':
    case 'changed':
    case 'presence':
      if (!isLoaded(state, fact.person)) return
      state.people.set(fact.person.id, fact.person)
      if (fact.person.id === state.you?.id) state.you = withOthersView(state.you, fact.person)
      return
    case 'left':
      state.people.delete(fact.personId)
      forgetConversation(state, fact.personId)
      return
    case 'aside':
      if (!isKept(state, fact.personId)) state.people.delete(fact.personId)
      return
  }
}

/** Whether a person is among those that the page holds, or belongs there by their place. */
function isLoaded({ people, next }: RoomState, person: PublicPerson): boolean {
  return people.has(person.id) || next === null || comparePlaces(person, next) < 0
}

/** Whether somebody who is not listed any more stays: oneself, and whom one talks with. */
function isKept({ you, unread, conversations }: RoomState, personId: string): boolean {
  return personId === you?.id || unread.has(personId) || conversations.has(personId)
}

/** Oneself as others see it: an interest that is not shown is missing there, and not lost. */
export function toOthersView(you: OwnPerson): PublicPerson {
  return you.showsInterest ? you : { ...you, interest: null }
}

function withOthersView(you: OwnPerson, seen: PublicPerson): OwnPerson {
  const interest = seen.interest ?? you.interest
  return { ...you, ...seen, interest, showsInterest: seen.interest !== null }
}

/** What was said goes with the person; an open chat keeps its page until it is closed. */
function forgetConversation(state: Draft, personId: string): void {
  if (!state.unread.has(personId)) return
  const unread = new Map(state.unread)
  unread.delete(personId)
  state.unread = unread
}
