// A crowd that comes into one bar, in a process of its own: over HTTP and a socket each, as pages do.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PublicPerson } from '../contract/person.ts'
import { TIMINGS } from '../contract/timings.ts'
import { PersonApi } from '../test/client/api.ts'
import { inLanes } from '../test/client/in-lanes.ts'
import { nodeNetwork } from '../test/client/node-network.ts'
import { openRoom } from '../test/client/person.ts'
import type { RoomState } from '../web/socket/room-state.ts'
import { INITIAL_ROOM_STATE } from '../web/socket/room-state.ts'
import type { Credentials } from './enter.ts'
import { enter, toPerson } from './enter.ts'
import type { Arrival, Joined, Seen } from './joins-seen.ts'
import { play, see } from './joins-seen.ts'
import { atPace } from './pace.ts'
import type { Spent } from './processes.ts'
import { startSpending } from './processes.ts'
import { subscribe } from './subscribed.ts'

/** They end a frame of events, and stand near the end of a snapshot. */
const COUNTS = /"total":\d+,"online":\d+/
const RESTS_WITHIN_MS = 120_000
/** Longer than a room holds news back in a rush. */
const STAYS_SO_MS = 1_000

export type CrowdOrder =
  /** Opens pages of people who are in the bar already. */
  | { order: 'seat'; origin: string; barId: string; visits: Credentials[] }
  /** Answers when every page knows these counts: whatever was to be told before has been told. */
  | { order: 'rest'; counts: Counts }
  /**
   * Has so many come, evenly within that time, to those who are `present`. Answers when every page
   * knows of all.
   */
  | JoinOrder
  /** Has those who came last leave again, and answers when every other page knows these counts. */
  | { order: 'leave'; counts: Counts }

interface JoinOrder {
  order: 'join'
  origin: string
  barId: string
  count: number
  withinMs: number
  present: readonly PublicPerson[]
}

/** A crowd's coming as its pages saw it, and what that cost this process. */
export type Crowd = Seen & Spent

/** How many are in the bar, and how many of them online. */
export interface Counts {
  total: number
  online: number
}

interface CrowdPage {
  id: string
  arrivals: Arrival[]
  /** What it knew before these arrivals. */
  state: RoomState
  /** The counts of its last frame that has some. */
  counts: string
}

const pages: CrowdPage[] = []
let newcomers: { page: CrowdPage; leave: () => Promise<void> }[] = []

async function open(
  origin: string,
  barId: string,
  { id, secret }: Credentials,
): Promise<CrowdPage> {
  const page: CrowdPage = { id, arrivals: [], state: INITIAL_ROOM_STATE, counts: '' }
  const first = Promise.withResolvers<void>()
  const network = nodeNetwork(() => origin)
  await openRoom(
    network,
    { barId, secret },
    {
      records: false,
      pingEveryMs: TIMINGS.pingEveryMs,
      onFrame: (text) => {
        page.arrivals.push({ at: performance.now(), text })
        page.counts = COUNTS.exec(text)?.[0] ?? page.counts
        first.resolve()
      },
      onClose: (code) => first.reject(new Error(`closed with ${code}`)),
    },
  )
  await first.promise
  pages.push(page)
  return page
}

async function seat({ origin, barId, visits }: CrowdOrder & { order: 'seat' }): Promise<number> {
  await inLanes(visits, (visit) => open(origin, barId, visit))
  return pages.length
}

/** Waits until every page has been told of so many, and nothing else comes. */
async function rest({ total, online }: Counts): Promise<void> {
  const wanted = `"total":${total},"online":${online}`
  const deadline = performance.now() + RESTS_WITHIN_MS
  for (let since = performance.now(); performance.now() - since < STAYS_SO_MS; await sleep(50)) {
    const late = pages.filter(({ counts }) => counts !== wanted)
    if (late.length > 0) since = performance.now()
    if (performance.now() > deadline) {
      throw new Error(`${late.length} pages wait for ${wanted}; one has ${late[0]?.counts}.`)
    }
  }
}

async function join(order: JoinOrder): Promise<Crowd> {
  for (const page of pages) {
    page.state = page.arrivals.reduce((state, { text }) => play(state, text), page.state)
    page.arrivals.length = 0
  }
  const { count, withinMs, present } = order
  newcomers = []
  const spent = startSpending()
  const joined = await atPace(count, withinMs, (index) => joinOne(order, present.length + index))
  const online = present.filter((person) => person.online).length + count
  await rest({ total: present.length + count, online })
  return { ...spent(), ...see(joined, pages, present) }
}

async function joinOne({ origin, barId }: JoinOrder, index: number): Promise<Joined> {
  const askedAt = performance.now()
  const visit = await enter(origin, barId, index)
  const enteredAt = performance.now()
  const page = await open(origin, barId, visit)
  const api = new PersonApi(nodeNetwork(() => origin).send, barId, visit.secret)
  newcomers.push({ page, leave: () => api.leave() })
  const bytes = Buffer.byteLength(page.arrivals[0]?.text ?? '')
  const ms = performance.now() - askedAt
  await subscribe(origin, barId, visit)
  return { person: toPerson(visit, index, true), enteredAt, ms, bytes }
}

async function leaveAll(counts: Counts): Promise<void> {
  const gone = new Set(newcomers.map(({ page }) => page))
  pages.splice(0, pages.length, ...pages.filter((page) => !gone.has(page)))
  await inLanes(newcomers, ({ leave: leaveBar }) => leaveBar())
  await rest(counts)
}

async function obey(order: CrowdOrder): Promise<Crowd | number> {
  switch (order.order) {
    case 'seat':
      return seat(order)
    case 'rest':
      await rest(order.counts)
      return pages.length
    case 'join':
      return join(order)
    case 'leave':
      await leaveAll(order.counts)
      return pages.length
  }
}

process.on('message', async (order: CrowdOrder) => process.send?.(await obey(order)))
process.once('disconnect', () => process.exit())
