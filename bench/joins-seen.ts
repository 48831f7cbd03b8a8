import { isDeepStrictEqual } from 'node:util'
import { comparePlaces } from '../contract/people-order.ts'
import type { PublicPerson } from '../contract/person.ts'
import type { ServerMessage } from '../contract/protocol.ts'
import type { RoomState } from '../web/socket/room-state.ts'
import { reduceRoom } from '../web/socket/room-state.ts'
import { median } from './bench.ts'

/** A frame of a page, and when it came; milliseconds of this process's clock. */
export interface Arrival {
  at: number
  text: string
}

export interface Joined {
  person: PublicPerson
  /** When the room had answered that the profile is made. */
  enteredAt: number
  /** From asking to the first frame. */
  ms: number
  /** Of the first frame, which brings the list. */
  bytes: number
}

/** What a crowd's coming looked like from its pages. */
export interface Seen {
  joins: number
  pages: number
  /** Frames and bytes of events, of all pages together. */
  frames: number
  bytes: number
  /** Events that tell of something else than these joins. */
  otherFacts: number
  /** Of somebody who came: from asking for a profile to the list. Milliseconds. */
  enterMs: number
  /** Of the frame that brings somebody who came the list. */
  enterBytes: number
  /** From the last profile made until the last page knew everything. Milliseconds. */
  settledMs: number
  /** Pages that ended with a wrong count, or with other people than the bar's first ones in order. */
  wrong: number
}

interface SeenPage {
  id: string
  arrivals: Arrival[]
  /** What the page knew before. */
  state: RoomState
}

/** Plays what each page received through the page's own reducer; `present` were there before. */
export function see(
  joined: readonly Joined[],
  pages: readonly SeenPage[],
  present: readonly PublicPerson[],
): Seen {
  const everybody = [...present, ...joined.map(({ person }) => person)].sort(comparePlaces)
  const online = everybody.filter((person) => person.online).length
  const lastAt = Math.max(...joined.map(({ enteredAt }) => enteredAt))
  const events = pages.flatMap(({ arrivals }) => arrivals.filter(({ text }) => isOfFacts(text)))
  const ends = pages.map((page) => end(page))
  const isExact = ({ state }: { state: RoomState }) =>
    state.total === everybody.length &&
    state.online === online &&
    isDeepStrictEqual(
      [...state.people.values()].sort(comparePlaces).map(toCard),
      toLoaded(everybody, state).map(toCard),
    )
  return {
    joins: joined.length,
    pages: pages.length,
    frames: events.length,
    bytes: events.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    otherFacts: events.reduce((sum, { text }) => sum + (text.match(OTHER_FACT)?.length ?? 0), 0),
    enterMs: median(joined.map(({ ms }) => ms)),
    enterBytes: median(joined.map(({ bytes }) => bytes)),
    settledMs: Math.max(...ends.map(({ settledAt }) => settledAt)) - lastAt,
    wrong: ends.filter((one) => !isExact(one)).length,
  }
}

const toCard = ({ id, name, table, online }: PublicPerson) => ({ id, name, table, online })

const OTHER_FACT = /"kind":"(?!entered")/g
const isOfFacts = (text: string) => text.startsWith('{"type":"events"')

/** Whom a page has to hold: everybody up to where its pages end, and whom it was told of besides. */
function toLoaded(
  everybody: readonly PublicPerson[],
  { end, people }: RoomState,
): readonly PublicPerson[] {
  return everybody.filter(
    (person) => end === null || comparePlaces(person, end) <= 0 || people.has(person.id),
  )
}

/** How a page stood in the end, and when it had come to stand so. */
function end({ id, arrivals, state: first }: SeenPage) {
  let state = first
  let settledAt = Number.NaN
  for (const { at, text } of arrivals) {
    const before = state
    state = play(state, text)
    if (before.total !== state.total || before.people !== state.people) settledAt = at
  }
  return { id, state, settledAt }
}

/** What a page knows after a frame. */
export function play(state: RoomState, text: string): RoomState {
  const messages: ServerMessage[] = [JSON.parse(text)].flat()
  return messages.reduce(
    (known, message) => reduceRoom(known, { type: 'received', message, at: Date.now() }),
    state,
  )
}
