import { Hono } from 'hono'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { readUpgradeQuery } from '#contract/upgrade-query.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { callObject, roomOf } from '#worker/durable-objects.ts'
import { at } from '#worker/http/at.ts'
import { barIdOf } from '#worker/http/input.ts'
import { hashNetworksOf } from '#worker/http/network.ts'
import {
  closeAtOnce,
  offeredProtocols,
  refuseForeignUpgrade,
  toObjectUpgrade,
} from '#worker/http/websocket.ts'
import { hasEnded, isExpired, noteEnded, readVisit } from '#worker/middleware/visit.ts'
import { readRefusal, upgradeHeaders } from '#worker/room/rpc.ts'

/** Rule 2 of docs/protocol.md: authorise before the room wakes. */
export const sockets = new Hono<AppEnv>().on(...at(ENDPOINTS.openSocket), async (c) => {
  refuseForeignUpgrade(c)
  const [protocol = '', secret = '', ...more] = offeredProtocols(c)
  const visit = more.length === 0 ? readVisit(c.env, barIdOf(c), secret) : null
  if (!visit) throw new CodedError('no_visit')
  if (protocol !== SUBPROTOCOL) return closeAtOnce(protocol, 'wrongVersion')
  if (isExpired(visit)) return closeAtOnce(protocol, 'expiredSecret')
  if (hasEnded(visit.secretHash)) return closeAtOnce(protocol, 'unknownVisit')
  const networks = hashNetworksOf(c.env.VISIT_SIGNING_KEY, visit.barId, c.req.raw)
  const query = readUpgradeQuery(c.req.query())
  const headers = upgradeHeaders({ visit, ...networks, ...query })
  const request = toObjectUpgrade(c.req.url, SUBPROTOCOL, headers)
  const response = await callObject(() => roomOf(c.env, visit.barId).fetch(request))
  const refusal = readRefusal(response)
  if (refusal === 'unknownVisit') noteEnded(visit.secretHash)
  return refusal ? closeAtOnce(protocol, refusal) : response
})
