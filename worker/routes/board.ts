import { Hono } from 'hono'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { FOLDED_PARAMETER } from '#contract/admin-paths.ts'
import { BOARD_SUBPROTOCOL } from '#contract/board.ts'
import { CodedError } from '#contract/errors.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { callObject, roomOf } from '#worker/durable-objects.ts'
import { at } from '#worker/http/at.ts'
import {
  closeAtOnce,
  offeredProtocols,
  refuseForeignUpgrade,
  toObjectUpgrade,
} from '#worker/http/websocket.ts'
import { barFor, sessionOf } from '#worker/middleware/signed-in.ts'
import { roleIn } from '#worker/policy/rights.ts'
import { boardUpgradeHeaders, readRefusal } from '#worker/room/rpc.ts'

/** Opens a board's section, a socket of the bar's room. Authorises it before the room wakes. */
export const board = new Hono<AppEnv>().on(...at(ADMIN_ENDPOINTS.openBoard), async (c) => {
  refuseForeignUpgrade(c)
  const { barId } = await barFor(c, 'seePeople')
  const { account, tokenHash, expiresAt, readAt } = sessionOf(c)
  const role = roleIn(account, barId)
  if (!role) throw new CodedError('bar_not_found')
  const [protocol = '', ...more] = offeredProtocols(c)
  if (protocol !== BOARD_SUBPROTOCOL || more.length > 0) {
    return closeAtOnce(protocol, 'wrongVersion')
  }
  const headers = boardUpgradeHeaders({
    barId,
    accountId: account.id,
    role,
    tokenHash,
    expiresAt,
    checkedAt: readAt,
    isFolded: Boolean(c.req.query(FOLDED_PARAMETER)),
  })
  const request = toObjectUpgrade(c.req.url, BOARD_SUBPROTOCOL, headers)
  const response = await callObject(() => roomOf(c.env, barId).fetch(request))
  const refusal = readRefusal(response)
  return refusal ? closeAtOnce(protocol, refusal) : response
})
