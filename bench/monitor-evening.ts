import { randomUUID } from 'node:crypto'
import { address } from '../contract/address.ts'
import { ADMIN_API } from '../contract/admin-paths.ts'
import { LIMITS } from '../contract/limits.ts'
import { API } from '../contract/paths.ts'
import { CLOSE } from '../contract/protocol.ts'
import { runLocalSql, sql } from '../scripts/database.ts'
import { ask, toBearer } from '../test/client/api.ts'
import type { BoardPage } from '../test/client/board-page.ts'
import { inLanes } from '../test/client/in-lanes.ts'
import { nodeNetwork } from '../test/client/node-network.ts'
import { openRoom } from '../test/client/person.ts'
import type { RoomSocket } from '../test/client/room-socket.ts'
import { takeAdmin, toInsertAdmins } from '../test/server/admin-pool.ts'
import { makeBarIds } from '../test/server/bar-ids.ts'
import type { Credentials } from './enter.ts'
import { enter } from './enter.ts'

const BARS = Number(process.env.BENCH_BARS ?? 20_000)
export const FULL_BARS = Number(process.env.BENCH_FULL_BARS ?? 1_000)
export const PEOPLE_PER_BAR = 10
export const CHANGES_PER_SECOND = 20
export const CALLS_PER_MINUTE = 5
/** How long a page stays open. Its person goes offline long before they return. */
const OPEN_MS = 5_000

export const BAR_IDS = makeBarIds('BAR', BARS)
const FULL_IDS = BAR_IDS.slice(0, FULL_BARS)
/** Spread out, because changes go from bar to bar: of twenty a second one is here. */
export const OWN_IDS = spread(FULL_IDS, LIMITS.ownBoardSections)
/** A browser keeps so many unfolded. The other sections hear numbers alone. */
export const OWN_UNFOLDED_IDS = OWN_IDS.slice(0, LIMITS.boardSections)
/** On the administrator's screen, all unfolded. None is the owner's, so that a call of theirs comes by the monitor. */
export const SHOWN_IDS = spread(FULL_IDS.slice(1), LIMITS.boardSections)

export type BarVisit = Credentials & { barId: string }

/** The visits of each full bar, by bar id. */
export type Visits = ReadonlyMap<string, readonly BarVisit[]>

export type Reader = 'admin' | 'owner'

export type Pages = Record<Reader, BoardPage>

/** The server, and the token of each reader's session. */
export interface Served {
  origin: string
  tokens: Record<Reader, string>
}

/** Makes an administrator, and an owner of 50 bars. */
export async function makeAccounts(stateDir: string): Promise<Served['tokens']> {
  const [admin, owner] = [takeAdmin(stateDir), takeAdmin(stateDir)]
  const own = JSON.stringify(OWN_IDS)
  await runLocalSql(
    stateDir,
    `${toInsertAdmins()}
${sql`UPDATE accounts SET role = NULL WHERE email = ${owner.email}`};
${sql`INSERT INTO memberships SELECT accounts.id, own.value, 'owner', 0
  FROM accounts, json_each(${own}) own WHERE accounts.email = ${owner.email}`};`,
  )
  return { admin: admin.sessionToken, owner: owner.sessionToken }
}

/** Fills the full bars through the API. */
export async function fillBars(origin: string): Promise<Visits> {
  const visits = await inLanes(FULL_IDS, async (barId) => {
    const own: BarVisit[] = []
    for (let index = 0; index < PEOPLE_PER_BAR; index += 1) {
      own.push({ ...(await enter(origin, barId, index)), barId })
    }
    return [barId, own] as const
  })
  return new Map(visits)
}

/** Opens and closes a page of each bar in turn: half of the changes are arrivals, half departures. */
export function switchPresence(origin: string, all: Visits): () => void {
  const visits = [...all.values()].flatMap(([first]) => first ?? [])
  const open: Promise<RoomSocket>[] = []
  const close = (opening: Promise<RoomSocket> | undefined) =>
    opening?.then((socket) => socket.close(CLOSE.pageClosed))
  let next = 0
  const everyMs = 2_000 / CHANGES_PER_SECOND
  const timer = setInterval(() => {
    const visit = visits[next % visits.length]
    next += 1
    const network = nodeNetwork(() => origin)
    if (visit) open.push(openRoom(network, visit, { records: false }))
    if (open.length > OPEN_MS / everyMs) void close(open.shift())
  }, everyMs)
  return () => {
    clearInterval(timer)
    for (const opening of open) void close(opening)
  }
}

/** People of bars far from each other, of whom one in five is in a bar of the owner. */
export function someCallers(visits: Visits): BarVisit[] {
  const step = Math.ceil(FULL_IDS.length / CALLS_PER_MINUTE) + 1
  return Array.from({ length: CALLS_PER_MINUTE }, (_, index) =>
    visitOf(visits, FULL_IDS[(index * step) % FULL_IDS.length], 1),
  )
}

/** `count` people of the owner's bars. */
export function ownersCallers(visits: Visits, count: number): BarVisit[] {
  return Array.from({ length: count }, (_, index) => {
    const person = 2 + Math.floor(index / OWN_IDS.length)
    return visitOf(visits, OWN_IDS[index % OWN_IDS.length], person)
  })
}

function visitOf(visits: Visits, barId: string | undefined, person: number): BarVisit {
  const visit = visits.get(barId ?? '')?.[person]
  if (!visit) throw new Error(`There is no person ${person} in bar ${barId}.`)
  return visit
}

/**
 * Calls for help, and has the administrator resolve the call once each board that sees the bar has its
 * card. Returns how long each card took after the request began, in milliseconds.
 */
export async function callForHelp(
  { barId, id: personId, secret }: BarVisit,
  { origin, tokens }: Served,
  { admin, owner }: Pages,
): Promise<Record<Reader, number>> {
  const id = randomUUID()
  const calledAt = performance.now()
  const waitFor = async (board: BoardPage) => {
    await board.showsCall(id)
    return performance.now() - calledAt
  }
  const cards = Promise.all([waitFor(admin), OWN_IDS.includes(barId) ? waitFor(owner) : Number.NaN])
  await put(origin, address(API.help, { barId }), { id, kind: 'unwell' }, toBearer(secret))
  const [adminMs, ownerMs] = await cards
  const path = address(ADMIN_API.personHelp, { barId, personId })
  await put(origin, path, { id, answer: 'resolved' }, { Cookie: `__Host-admin=${tokens.admin}` })
  return { admin: adminMs, owner: ownerMs }
}

async function put(
  origin: string,
  path: string,
  json: unknown,
  headers: Record<string, string>,
): Promise<void> {
  const { send } = nodeNetwork(() => origin)
  const answer = await ask(send, path, { method: 'PUT', json, headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
}

/** At most `count` ids, as far from each other as they can be. */
function spread(ids: readonly string[], count: number): string[] {
  const every = Math.ceil(ids.length / count)
  return ids.filter((_, index) => index % every === 0)
}
