import type { Context } from 'hono'
import { Hono } from 'hono'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { BARS_PARAMETER } from '#contract/admin-paths.ts'
import { toBarId } from '#contract/bar-address.ts'
import { LIMITS } from '#contract/limits.ts'
import type { BarCounts, BoardState, Counted, MonitorBoard } from '#contract/monitor.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { withTimeout } from '#worker/call-timeout.ts'
import { findExisting } from '#worker/db/bars.ts'
import { callObject, monitorOf, RETRIES, roomOf } from '#worker/durable-objects.ts'
import { at } from '#worker/http/at.ts'
import {
  closeAtOnce,
  offeredProtocols,
  refuseForeignUpgrade,
  toObjectUpgrade,
} from '#worker/http/websocket.ts'
import { log } from '#worker/log.ts'
import { accountOf, only, sessionOf } from '#worker/middleware/signed-in.ts'
import type { MonitorNumbers } from '#worker/monitor/pushed-counts.ts'
import { SESSION_HEADER } from '#worker/monitor/watchers.ts'
import type { Account } from '#worker/policy/rights.ts'
import { may, mayIn, roleIn } from '#worker/policy/rights.ts'

const TAG = /^(?:W\/)?"([\w-]{1,80})"$/

export const adminMonitor = new Hono<AppEnv>()
  /** A page without sockets polls this. */
  .on(...at(ADMIN_ENDPOINTS.readMonitor), async (c) => {
    const account = accountOf(c)
    const most = account.isAdmin ? LIMITS.boardSections : LIMITS.ownBoardSections
    const seen = barsAskedFor(c, most).filter((barId) => mayIn(account, barId, 'seePeople'))
    // A membership proves that its bar exists. An administrator can name any bar.
    const asked = account.isAdmin ? await findExisting(c.env.DB, seen) : seen
    const [numbers, answers] = await Promise.all([
      may(account, 'seeEveryBar')
        ? answerOf(() => monitorOf(c.env).read(), 'monitor_not_read')
        : countOwnBars(c.env, account),
      Promise.all(asked.map((barId) => readRoom(c.env, account, barId))),
    ])
    const rooms = answers.flat()
    const counted = numbers ? toCounted(numbers) : { calls: {}, reports: {} }
    const tag = toShortHash([counted, rooms])
    c.header('ETag', `"${tag}"`)
    if (TAG.exec(c.req.header('If-None-Match') ?? '')?.[1] === tag) return c.body(null, 304)
    return c.json({ tag, ...counted, rooms } satisfies MonitorBoard)
  })
  .on(...at(ADMIN_ENDPOINTS.openMonitorSocket), only('seeEveryBar'), async (c) => {
    refuseForeignUpgrade(c)
    const [protocol = '', ...more] = offeredProtocols(c)
    if (protocol !== MONITOR_SUBPROTOCOL || more.length > 0) {
      return closeAtOnce(protocol, 'wrongVersion')
    }
    const headers = { Upgrade: 'websocket', [SESSION_HEADER]: sessionOf(c).tokenHash }
    const request = toObjectUpgrade(c.req.url, MONITOR_SUBPROTOCOL, headers)
    return callObject(() => monitorOf(c.env).fetch(request))
  })

/** Reads at most `most` bars, and skips invalid ids. */
function barsAskedFor(c: Context<AppEnv>, most: number): string[] {
  const asked = (c.req.query(BARS_PARAMETER) ?? '').split(',', most)
  return [...new Set(asked.flatMap((text) => toBarId(text) ?? []))]
}

/** Asks only the rooms of the account's own bars. */
async function countOwnBars(env: Env, account: Account): Promise<MonitorNumbers> {
  const own = [...account.memberships]
    .filter(([barId]) => mayIn(account, barId, 'seePeople'))
    .sort()
  const counted = await Promise.all(
    own.map(([barId]) => answerOfRoom(barId, () => roomOf(env, barId).counts())),
  )
  const bars = own.flatMap(([barId], index) => {
    const totals = counted[index]
    return totals ? [{ barId, online: totals.online, total: totals.total }] : []
  })
  // Their pages open every room.
  return { barList: toShortHash(own), bars, calls: {}, reports: {} }
}

function toCounted({ bars, ...numbers }: MonitorNumbers): Counted {
  const counts: BarCounts = {}
  for (const { barId, online, total } of bars) if (total > 0) counts[barId] = [online, total]
  return { ...numbers, counts }
}

async function readRoom(env: Env, account: Account, barId: string): Promise<BoardState[]> {
  const role = roleIn(account, barId)
  if (!role) return []
  const reader = { accountId: account.id, role }
  const state = await answerOfRoom(barId, () => roomOf(env, barId).readSection(reader))
  return state ? [{ barId, ...state }] : []
}

const answerOfRoom = <A extends PromiseLike<unknown>>(barId: string, ask: () => A) =>
  answerOf(ask, 'room_not_answered', barId)

/** Null if the object cannot answer, so that what the others say is still shown. */
async function answerOf<A extends PromiseLike<unknown>>(
  ask: () => A,
  event: 'room_not_answered' | 'monitor_not_read',
  barId?: string,
): Promise<Awaited<A> | null> {
  try {
    return await withTimeout(callObject(ask, RETRIES))
  } catch (error) {
    log(event, { ...(barId && { barId }), error })
    return null
  }
}

function toShortHash(value: unknown): string {
  return hashSecret(JSON.stringify(value)).slice(0, 16)
}
