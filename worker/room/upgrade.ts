import * as v from 'valibot'
import type { CloseName } from '#contract/protocol.ts'
import { CLOSE, resumePointSchema } from '#contract/protocol.ts'
import type { UpgradeQuery } from '#contract/upgrade-query.ts'
import type { Visit } from './visit.ts'
import { visitSchema } from './visit.ts'

/** What the Worker says of an upgrade: whose it is, and what the page says of itself. */
export interface Upgrade extends UpgradeQuery {
  visit: Visit
}

const upgradeSchema = v.object({
  visit: visitSchema,
  resume: v.nullable(resumePointSchema),
  /** A Worker of the last version does not say it. */
  sharesFrames: v.optional(v.boolean(), false),
})

/** Internal headers between Worker and room. The Worker strips a client's own. */
const UPGRADE_HEADER = 'x-brinde-upgrade'
const CLOSE_HEADER = 'x-brinde-close'
const CLOSE_NAMES = Object.keys(CLOSE) as CloseName[]

/** The headers by which the Worker tells the room whose upgrade it forwards. */
export function upgradeHeaders(upgrade: Upgrade): Record<string, string> {
  return { Upgrade: 'websocket', [UPGRADE_HEADER]: JSON.stringify(upgrade) }
}

/** Null for a request that did not come through our Worker. */
export function readUpgrade(headers: Headers): Upgrade | null {
  const header = headers.get(UPGRADE_HEADER)
  if (!header) return null
  const result = v.safeParse(upgradeSchema, JSON.parse(header))
  return result.success ? result.output : null
}

/** Has the Worker close the upgrade with this code, in place of a socket. */
export function refuseUpgrade(reason: CloseName): Response {
  return new Response(null, { status: 403, headers: { [CLOSE_HEADER]: reason } })
}

/** Why the room refused an upgrade; null where it did not. */
export function readRefusal(response: Response): CloseName | null {
  const name = response.headers.get(CLOSE_HEADER)
  return CLOSE_NAMES.find((one) => one === name) ?? null
}
