// Lets a crowd enter an empty bar from a process of its own: over HTTP and a socket each, as pages do.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { comparePlaces } from '../contract/people-order.ts'
import type { PublicPerson } from '../contract/person.ts'
import type { ServerMessage } from '../contract/protocol.ts'
import { PONG } from '../contract/protocol.ts'
import { TIMINGS } from '../contract/timings.ts'
import { nodeNetwork } from '../test/client/node-network.ts'
import { openRoom } from '../test/client/person.ts'
import { reduceRoom } from '../web/socket/reduce-room.ts'
import type { RoomState } from '../web/socket/room-state.ts'
import { INITIAL_ROOM_STATE } from '../web/socket/room-state.ts'
import { median } from './bench.ts'
import { enter, toPerson } from './enter.ts'
import type { Spent } from './processes.ts'
import { startSpending } from './processes.ts'

/** The counts end a frame of events, and are near the end of a snapshot. */
const COUNTS = /"total":\d+,"online":\d+/
const RESTS_WITHIN_MS = 120_000
/** Longer than a busy room batches events. */
const STAYS_SO_MS = 1_000

/** `count` people arrive evenly within `withinMs`. The answer comes once every page shows everybody. */
export interface CrowdOrder {
  origin: string
  barId: string
  count: number
  withinMs: number
}

/** A crowd's coming as its pages saw it, and what that cost this process. */
export interface Crowd extends Spent {
  /** Frames and bytes of events, of all pages together. */
  frames: number
  bytes: number
  /** Time from a person's POST of the profile to the list. Milliseconds. */
  enterMs: number
  /** Time from the last new profile until the last page knew everybody. Milliseconds. */
  settledMs: number
  /** Pages that ended with a wrong count, or with other people than the bar's first ones in order. */
  wrong: number
}

interface CrowdPage {
  person: PublicPerson
  /** The time at which the room had answered that the profile exists. */
  enteredAt: number
  /** Time from the request to the first frame. */
  ms: number
  /** Its frames, and when they came; milliseconds of this process's clock. */
  arrivals: { at: number; text: string }[]
  /** The latest counts that a frame brought. */
  counts: string
}

async function join({ origin, barId }: CrowdOrder, index: number): Promise<CrowdPage> {
  const askedAt = performance.now()
  const visit = await enter(origin, barId, index)
  const enteredAt = performance.now()
  const person = toPerson(visit, index)
  const page: CrowdPage = { person, enteredAt, ms: 0, arrivals: [], counts: '' }
  const first = Promise.withResolvers<void>()
  const network = nodeNetwork(() => origin)
  await openRoom(
    network,
    { barId, secret: visit.secret },
    {
      records: false,
      pingEveryMs: TIMINGS.pingEveryMs,
      onFrame: (text) => {
        if (text === PONG) return
        page.arrivals.push({ at: performance.now(), text })
        page.counts = COUNTS.exec(text)?.[0] ?? page.counts
        first.resolve()
      },
      onClose: (code) => first.reject(new Error(`closed with ${code}`)),
    },
  )
  await first.promise
  page.ms = performance.now() - askedAt
  return page
}

/** Starts each arrival on schedule, even while earlier ones are unfinished. */
async function joinAtPace(order: CrowdOrder): Promise<CrowdPage[]> {
  const startedAt = performance.now()
  const joining: Promise<CrowdPage>[] = []
  for (let index = 0; index < order.count; index += 1) {
    const dueAt = startedAt + (index * order.withinMs) / order.count
    await sleep(Math.max(0, dueAt - performance.now()))
    joining.push(join(order, index))
  }
  return Promise.all(joining)
}

/** Waits until every page shows everybody and no page receives anything more. */
async function rest(pages: readonly CrowdPage[]): Promise<void> {
  const wanted = `"total":${pages.length},"online":${pages.length}`
  const deadline = performance.now() + RESTS_WITHIN_MS
  for (let since = performance.now(); performance.now() - since < STAYS_SO_MS; await sleep(50)) {
    const late = pages.filter(({ counts }) => counts !== wanted)
    if (late.length > 0) since = performance.now()
    if (performance.now() > deadline) {
      throw new Error(`${late.length} pages wait for ${wanted}; one has ${late[0]?.counts}.`)
    }
  }
}

/** Plays what each page received through the page's own reducer. */
function see(pages: readonly CrowdPage[]): Omit<Crowd, keyof Spent> {
  const everybody = pages.map(({ person }) => person).sort(comparePlaces)
  const lastAt = Math.max(...pages.map(({ enteredAt }) => enteredAt))
  const events = pages
    .flatMap(({ arrivals }) => arrivals)
    .filter(({ text }) => text.startsWith('{"type":"events"'))
  const ends = pages.map(play)
  const isExact = ({ state }: { state: RoomState }) =>
    state.total === everybody.length &&
    state.online === everybody.length &&
    isDeepStrictEqual(
      [...state.people.values()].sort(comparePlaces).map(toCard),
      toLoaded(everybody, state).map(toCard),
    )
  return {
    frames: events.length,
    bytes: events.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    enterMs: median(pages.map(({ ms }) => ms)),
    settledMs: Math.max(...ends.map(({ settledAt }) => settledAt)) - lastAt,
    wrong: ends.filter((one) => !isExact(one)).length,
  }
}

const toCard = ({ id, name, table, online }: PublicPerson) => ({ id, name, table, online })

/** The people that a page must hold: those on its loaded pages, and those that events brought. */
function toLoaded(
  everybody: readonly PublicPerson[],
  { end, people }: RoomState,
): readonly PublicPerson[] {
  return everybody.filter(
    (person) => end === null || comparePlaces(person, end) <= 0 || people.has(person.id),
  )
}

/** The final state of a page, and when it was reached. */
function play({ arrivals }: CrowdPage): { state: RoomState; settledAt: number } {
  let state = INITIAL_ROOM_STATE
  let settledAt = Number.NaN
  for (const { at, text } of arrivals) {
    const before = state
    const messages: ServerMessage[] = [JSON.parse(text)].flat()
    for (const message of messages)
      state = reduceRoom(state, { type: 'received', message, at: Date.now() })
    if (before.total !== state.total || before.people !== state.people) settledAt = at
  }
  return { state, settledAt }
}

process.on('message', async (order: CrowdOrder) => {
  const spent = startSpending()
  const pages = await joinAtPace(order)
  await rest(pages)
  process.send?.({ ...spent(), ...see(pages) } satisfies Crowd)
})
process.once('disconnect', () => process.exit())
