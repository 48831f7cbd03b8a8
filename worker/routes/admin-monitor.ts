import { Hono } from 'hono'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { MonitorBoard } from '#contract/monitor.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { callObject, monitorOf, RETRIES, roomOf } from '#worker/durable-objects.ts'
import { allowOnly } from '#worker/errors.ts'
import { closeAtOnce, offeredProtocols, refuseForeignUpgrade } from '#worker/http/websocket.ts'
import { log } from '#worker/log.ts'
import { accountOf, only, sessionOf } from '#worker/middleware/signed-in.ts'
import { SESSION_HEADER } from '#worker/monitor/watchers.ts'
import type { Account } from '#worker/policy/rights.ts'
import { may, mayIn } from '#worker/policy/rights.ts'
import { withoutPhone } from '#worker/policy/views.ts'

const TAG = /^(?:W\/)?"([\w-]{1,80})"$/

export const adminMonitor = new Hono<AppEnv>()
  .get(ADMIN_API.monitor, async (c) => {
    const known = TAG.exec(c.req.header('If-None-Match') ?? '')?.[1] ?? null
    const account = accountOf(c)
    const { tag, board } = may(account, 'seeEveryBar')
      ? await callObject(() => monitorOf(c.env).poll(known), RETRIES)
      : await readOwnBars(c.env, account, known)
    c.header('ETag', `"${tag}"`)
    return board ? c.json(board) : c.body(null, 304)
  })
  .all(ADMIN_API.monitor, allowOnly('GET', 'HEAD'))
  .get(ADMIN_API.monitorSocket, only('seeEveryBar'), async (c) => {
    refuseForeignUpgrade(c)
    const [protocol = '', ...more] = offeredProtocols(c)
    if (protocol !== MONITOR_SUBPROTOCOL || more.length > 0) {
      return closeAtOnce(protocol, 'wrongVersion')
    }
    const request = toMonitor(c.req.url, sessionOf(c).tokenHash)
    return callObject(() => monitorOf(c.env).fetch(request))
  })
  .all(ADMIN_API.monitorSocket, allowOnly('GET'))

/**
 * Asks the rooms of the account's bars, and nothing that knows other bars. The epoch changes with
 * the bars and roles of the account: its page reads its list of bars anew.
 */
async function readOwnBars(
  env: Env,
  account: Account,
  known: string | null,
): Promise<{ tag: string; board: MonitorBoard | null }> {
  const own = [...account.memberships]
    .filter(([barId]) => mayIn(account, barId, 'seePeople'))
    .sort()
  const answers = await Promise.all(own.map(([barId]) => readRoom(env, account, barId)))
  const epoch = toShortHash(own)
  const tag = `${epoch}-${toShortHash(answers.map(({ hash }) => hash))}`
  if (tag === known) return { tag, board: null }
  const rooms = answers.map(({ room }) => room)
  return { tag, board: { epoch, number: Date.now(), tag, rooms, barListVersion: 0 } }
}

/** A room that cannot answer is shown as empty, and the others as they are. */
async function readRoom(env: Env, account: Account, barId: string) {
  try {
    const { hash, people } = await callObject(() => roomOf(env, barId).readBoard(), RETRIES)
    const seesPhones = mayIn(account, barId, 'seePhones')
    return { hash, room: { barId, people: seesPhones ? people : people.map(withoutPhone) } }
  } catch (error) {
    log('room_not_watched', { barId, error })
    return { hash: null, room: { barId, people: [] } }
  }
}

function toShortHash(value: unknown): string {
  return hashSecret(JSON.stringify(value)).slice(0, 16)
}

/** New headers only: a client cannot set internal ones. */
function toMonitor(url: string, tokenHash: string): Request {
  const headers = new Headers({
    Upgrade: 'websocket',
    'Sec-WebSocket-Protocol': MONITOR_SUBPROTOCOL,
    [SESSION_HEADER]: tokenHash,
  })
  return new Request(url, { headers })
}
