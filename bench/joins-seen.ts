import type { ServerMessage } from '#contract/protocol.ts'
import { INITIAL_ROOM_STATE, reduceRoom } from '#web/socket/room-state.ts'
import type { Arrival } from './crowd.ts'
import { median } from './median.ts'

export interface Joined {
  id: string
  /** When the room had answered that the profile is made. */
  enteredAt: number
  /** From asking to the first frame. */
  ms: number
}

/** What a crowd's coming looked like from its pages. */
export interface Seen {
  joins: number
  pages: number
  /** Frames and bytes of facts, of all pages together. */
  frames: number
  bytes: number
  /** Of somebody who came: from asking for a profile to the list. Milliseconds. */
  enterMs: number
  /** From the last profile made until the last page knew everything. Milliseconds. */
  settledMs: number
  /** Pages that ended with a wrong total or a loaded person who is not as they are. */
  wrong: number
}

interface SeenPage {
  id: string
  arrivals: Arrival[]
}

/** Plays what each page received through the page's own reducer. */
export function see(joined: readonly Joined[], pages: readonly SeenPage[]): Seen {
  const lastAt = Math.max(...joined.map(({ enteredAt }) => enteredAt))
  const facts = pages.flatMap(({ arrivals }) =>
    arrivals.filter(({ text }) => text.startsWith('{"type":"facts"')),
  )
  const ends = pages.map((page) => end(page, pages.length))
  return {
    joins: joined.length,
    pages: pages.length,
    frames: facts.length,
    bytes: facts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    enterMs: median(joined.map(({ ms }) => ms)),
    settledMs: Math.max(...ends.map(({ settledAt }) => settledAt)) - lastAt,
    wrong: ends.filter(({ isExact }) => !isExact).length,
  }
}

/** How a page stood in the end, and when it had come to stand so. */
function end({ arrivals }: SeenPage, online: number): { settledAt: number; isExact: boolean } {
  let state = INITIAL_ROOM_STATE
  let settledAt = Number.NaN
  for (const { at, text } of arrivals) {
    const messages: ServerMessage[] = [JSON.parse(text)].flat()
    const before = state
    for (const message of messages) state = reduceRoom(state, { type: 'received', message })
    if (before.total !== state.total || before.people !== state.people) settledAt = at
  }
  const loaded = [...state.people.values()]
  const isRight = loaded.every((person) => person.online && person.name.startsWith('Pessoa '))
  return { settledAt, isExact: state.online === online && state.total >= online && isRight }
}
