import type { Context } from 'hono'
import { Hono } from 'hono'
import { CodedError } from '#contract/errors.ts'
import { API } from '#contract/paths.ts'
import type { CloseName } from '#contract/protocol.ts'
import { CLOSE, SUBPROTOCOL } from '#contract/protocol.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { allowOnly } from '#worker/errors.ts'
import { isExpired, readVisit } from '#worker/middleware/visit.ts'
import { isOwnOrigin } from '#worker/rim/own-origin.ts'
import { barIdOf } from '#worker/rim/path.ts'
import { reachRoom } from '#worker/room/call-room.ts'
import { roomOf } from '#worker/room/stub.ts'
import type { Visit } from '#worker/room/visit.ts'
import { VISIT_HEADER } from '#worker/room/visit.ts'

/** Rule 2 of docs/protocol.md: who may open a live connection is settled before the room wakes. */
export const sockets = new Hono<AppEnv>()
  .get(API.socket, async (c) => {
    if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') {
      throw new CodedError('upgrade_required')
    }
    if (!isOwnOrigin(c.req.header('Origin'), c.req.raw, c.env)) {
      throw new CodedError('foreign_origin')
    }
    const [protocol = '', secret = '', ...more] = offeredProtocols(c)
    const visit = more.length === 0 ? await readVisit(c.env, barIdOf(c), secret) : null
    if (!visit) throw new CodedError('no_visit')
    if (protocol !== SUBPROTOCOL) return closeAtOnce(protocol, 'wrongVersion')
    if (isExpired(visit)) return closeAtOnce(protocol, 'expiredSecret')
    return reachRoom(() => roomOf(c.env, visit.barId).fetch(toRoom(c.req.raw, visit)))
  })
  .all(API.socket, allowOnly('GET'))

function offeredProtocols(c: Context<AppEnv>): string[] {
  const offered = c.req.header('Sec-WebSocket-Protocol') ?? ''
  return offered.split(',').map((protocol) => protocol.trim())
}

/** A fresh set of headers: nothing that a client wrote can look like the Worker's own word. */
function toRoom(request: Request, visit: Visit): Request {
  const { barId, personId, secretHash, expiresAt } = visit
  const headers = new Headers({
    Upgrade: 'websocket',
    'Sec-WebSocket-Protocol': SUBPROTOCOL,
    [VISIT_HEADER]: JSON.stringify({ barId, personId, secretHash, expiresAt }),
  })
  return new Request(request.url, { headers })
}

// A browser sees only 1006 for a refused upgrade, and fails one that selects nothing it offered.
function closeAtOnce(protocol: string, reason: CloseName): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(CLOSE[reason], reason)
  const headers = { 'Sec-WebSocket-Protocol': protocol }
  return new Response(null, { status: 101, webSocket: client, headers })
}
