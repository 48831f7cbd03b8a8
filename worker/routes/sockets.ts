import { Hono } from 'hono'
import { CodedError } from '#contract/errors.ts'
import { API } from '#contract/paths.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { allowOnly } from '#worker/errors.ts'
import { isExpired, readVisit } from '#worker/middleware/visit.ts'
import { barIdOf } from '#worker/rim/path.ts'
import { closeAtOnce, offeredProtocols, refuseForeignUpgrade } from '#worker/rim/upgrade.ts'
import { reachRoom } from '#worker/room/call-room.ts'
import { roomOf } from '#worker/room/stub.ts'
import type { Visit } from '#worker/room/visit.ts'
import { VISIT_HEADER } from '#worker/room/visit.ts'

/** Rule 2 of docs/protocol.md: who may open a live connection is settled before the room wakes. */
export const sockets = new Hono<AppEnv>()
  .get(API.socket, async (c) => {
    refuseForeignUpgrade(c)
    const [protocol = '', secret = '', ...more] = offeredProtocols(c)
    const visit = more.length === 0 ? await readVisit(c.env, barIdOf(c), secret) : null
    if (!visit) throw new CodedError('no_visit')
    if (protocol !== SUBPROTOCOL) return closeAtOnce(protocol, 'wrongVersion')
    if (isExpired(visit)) return closeAtOnce(protocol, 'expiredSecret')
    return reachRoom(() => roomOf(c.env, visit.barId).fetch(toRoom(c.req.raw, visit)))
  })
  .all(API.socket, allowOnly('GET'))

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
