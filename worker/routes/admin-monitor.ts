import { Hono } from 'hono'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { callObject, monitorOf, RETRIES } from '#worker/durable-objects.ts'
import { allowOnly } from '#worker/errors.ts'
import { closeAtOnce, offeredProtocols, refuseForeignUpgrade } from '#worker/http/websocket.ts'
import { adminOf } from '#worker/middleware/admin-only.ts'
import { SESSION_HEADER } from '#worker/monitor/watchers.ts'

const TAG = /^(?:W\/)?"([\w-]{1,80})"$/

export const adminMonitor = new Hono<AppEnv>()
  .get(ADMIN_API.monitor, async (c) => {
    const known = TAG.exec(c.req.header('If-None-Match') ?? '')?.[1] ?? null
    const { tag, board } = await callObject(() => monitorOf(c.env).poll(known), RETRIES)
    c.header('ETag', `"${tag}"`)
    return board ? c.json(board) : c.body(null, 304)
  })
  .all(ADMIN_API.monitor, allowOnly('GET', 'HEAD'))
  .get(ADMIN_API.monitorSocket, async (c) => {
    refuseForeignUpgrade(c)
    const [protocol = '', ...more] = offeredProtocols(c)
    if (protocol !== MONITOR_SUBPROTOCOL || more.length > 0) {
      return closeAtOnce(protocol, 'wrongVersion')
    }
    const request = toMonitor(c.req.url, adminOf(c).tokenHash)
    return callObject(() => monitorOf(c.env).fetch(request))
  })
  .all(ADMIN_API.monitorSocket, allowOnly('GET'))

/** New headers only: a client cannot set internal ones. */
function toMonitor(url: string, tokenHash: string): Request {
  const headers = new Headers({
    Upgrade: 'websocket',
    'Sec-WebSocket-Protocol': MONITOR_SUBPROTOCOL,
    [SESSION_HEADER]: tokenHash,
  })
  return new Request(url, { headers })
}
