/**
 * The shapes that cross the wall between Worker and room. Nothing else of the room is imported
 * outside it; its methods are called through worker/durable-objects.ts.
 */
import * as v from 'valibot'
import { barIdSchema } from '#contract/bar-id.ts'
import type { Entered } from '#contract/entered.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { idSchema } from '#contract/id.ts'
import type { CloseName } from '#contract/protocol.ts'
import { CLOSE, resumePointSchema } from '#contract/protocol.ts'
import type { UpgradeQuery } from '#contract/upgrade-query.ts'
import type { DeviceClaim } from '#worker/auth/tokens.ts'
import type { PersonRecord } from '#worker/policy/views.ts'

export type Refused = { ok: false; code: ErrorCode }
export type Admitted = { ok: true; entered: Entered }

/** What is typed into the form, checked by the Worker. The photo is a path. */
export type Profile = Omit<PersonRecord, 'id'>
/** Changes of the own profile. What is undefined stays. The photo is a path. */
export type ProfileChanges = { [Key in keyof Profile]?: Profile[Key] | undefined }

/** What the browser of a request presents, read by the Worker. */
export interface Browser {
  /** The key of a profile that it made in this bar. */
  device: DeviceClaim | null
  /** Its mark in this bar. `text` is null if it is too old to keep. */
  mark: { id: string; text: string | null } | null
  /** Keyed hash of its network. */
  network: string
}

/** Who the Worker says is calling: read from a signed secret, never from what the client wrote. */
export const visitSchema = v.object({
  barId: barIdSchema,
  personId: idSchema,
  /** SHA-256 of the secret; the room keeps no more of it. */
  secretHash: v.string(),
  /** When the secret expires, milliseconds since 1970. */
  expiresAt: v.number(),
})
export type Visit = v.InferOutput<typeof visitSchema>

/** What proves a visit. */
export type Credentials = Pick<Visit, 'personId' | 'secretHash'>

/** An upgrade as the Worker forwards it. */
export interface Upgrade extends UpgradeQuery {
  visit: Visit
}

const upgradeSchema = v.object({
  visit: visitSchema,
  resume: v.nullable(resumePointSchema),
  /** A Worker of the previous version does not send it. */
  sharesFrames: v.optional(v.boolean(), false),
})

/** Internal headers between Worker and room. The Worker removes a client's own. */
const UPGRADE_HEADER = 'x-brinde-upgrade'
const CLOSE_HEADER = 'x-brinde-close'
const CLOSE_NAMES = Object.keys(CLOSE) as CloseName[]

/** The headers of the request that the Worker sends to the room. */
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

/** Has the Worker close the upgrade with a code: a refused socket must not keep the room awake. */
export function refuseUpgrade(reason: CloseName): Response {
  return new Response(null, { status: 403, headers: { [CLOSE_HEADER]: reason } })
}

/** Why the room refused an upgrade; null if it did not. */
export function readRefusal(response: Response): CloseName | null {
  const name = response.headers.get(CLOSE_HEADER)
  return CLOSE_NAMES.find((one) => one === name) ?? null
}
