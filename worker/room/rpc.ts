/** The types between Worker and room. No other room module is imported outside it. */
import * as v from 'valibot'
import { ACCOUNT_ROLES } from '#contract/admin.ts'
import { barIdSchema } from '#contract/bar-id.ts'
import type { Entered } from '#contract/entered.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { idSchema } from '#contract/id.ts'
import type { CloseName } from '#contract/protocol.ts'
import { CLOSE, resumePointSchema } from '#contract/protocol.ts'
import type { UpgradeQuery } from '#contract/upgrade-query.ts'
import type { DeviceClaim } from '#worker/auth/tokens.ts'
import type { PersonRecord } from '#worker/policy/views.ts'

export type Refused = { ok: false; code: ErrorCode; retryAfterSeconds?: number }

export function refuse(code: ErrorCode, retryAfterSeconds?: number): Refused {
  return { ok: false, code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
}

/** Every visit of that browser. */
export type Removed = { ok: true; personIds: string[]; at: number }
export type Admitted = { ok: true; entered: Entered }

export type Profile = Omit<PersonRecord, 'id'>
export type ProfileChanges = { [Key in keyof Profile]?: Profile[Key] | undefined }

/** The place at which the next page of a person's own data begins. */
export interface OwnDataPlace {
  partnerId: string
  /** Number of the last message that is known. */
  after: number
}

/** Keyed hashes. The wide network is an IPv6 /48, null for IPv4. */
export interface Networks {
  network: string
  wideNetwork: string | null
}

/** The network of a person. `askedFrom`: the hash of the board's own, which is not cleared. */
export interface NetworkOf {
  personId: string
  askedFrom: string
}

export interface Browser extends Networks {
  device: DeviceClaim | null
  /** `text` is null if the mark is too old to keep. */
  mark: { id: string; text: string | null } | null
}

/** Read from a signed secret, never from the client's own words. */
const visitSchema = v.object({
  barId: barIdSchema,
  personId: idSchema,
  /** SHA-256. The room stores only this. */
  secretHash: v.string(),
  /** Milliseconds since 1970. */
  expiresAt: v.number(),
})
export type Visit = v.InferOutput<typeof visitSchema>

export type Credentials = Pick<Visit, 'personId' | 'secretHash'>

export interface Upgrade extends UpgradeQuery, Networks {
  visit: Visit
}

const upgradeSchema = v.object({
  visit: visitSchema,
  resume: v.nullable(resumePointSchema),
  network: v.string(),
  wideNetwork: v.nullable(v.string()),
  chat: v.nullable(idSchema),
})

/** The upgrade of a board: an account that may see the people of this bar, as D1 says. */
export const boardUpgradeSchema = v.object({
  barId: barIdSchema,
  accountId: v.string(),
  role: v.picklist(ACCOUNT_ROLES),
  tokenHash: v.string(),
  /** When the session ends. */
  expiresAt: v.number(),
  /** When D1 was last asked for the session: first by the Worker. */
  checkedAt: v.number(),
  /** Hears numbers instead of people. */
  isFolded: v.boolean(),
})
export type BoardUpgrade = v.InferOutput<typeof boardUpgradeSchema>

/** The reader of a board. */
export type BoardReader = Pick<BoardUpgrade, 'accountId' | 'role'>

/** Names the boards to end: those of one session, or all of an account. */
export type BoardEnd = { tokenHash: string } | { accountId: string }

/** Internal header. The Worker removes a client's own. */
const UPGRADE_HEADER = 'x-brinde-upgrade'
const BOARD_HEADER = 'x-brinde-board'
const CLOSE_HEADER = 'x-brinde-close'
const CLOSE_NAMES = Object.keys(CLOSE) as CloseName[]

export function upgradeHeaders(upgrade: Upgrade): Record<string, string> {
  return { Upgrade: 'websocket', [UPGRADE_HEADER]: JSON.stringify(upgrade) }
}

/** Returns null for a request that did not come through our Worker. */
export function readUpgrade(headers: Headers): Upgrade | null {
  return readHeader(headers, UPGRADE_HEADER, upgradeSchema)
}

export function boardUpgradeHeaders(upgrade: BoardUpgrade): Record<string, string> {
  return { Upgrade: 'websocket', [BOARD_HEADER]: JSON.stringify(upgrade) }
}

/** Returns null for a request of a page, and for one that did not come through our Worker. */
export function readBoardUpgrade(headers: Headers): BoardUpgrade | null {
  return readHeader(headers, BOARD_HEADER, boardUpgradeSchema)
}

function readHeader<S extends v.GenericSchema>(
  headers: Headers,
  name: string,
  schema: S,
): v.InferOutput<S> | null {
  const header = headers.get(name)
  if (!header) return null
  const result = v.safeParse(schema, JSON.parse(header))
  return result.success ? result.output : null
}

/** The Worker closes the socket with the code: a refused socket must not keep the room awake. */
export function refuseUpgrade(reason: CloseName): Response {
  return new Response(null, { status: 403, headers: { [CLOSE_HEADER]: reason } })
}

export function readRefusal(response: Response): CloseName | null {
  const name = response.headers.get(CLOSE_HEADER)
  return CLOSE_NAMES.find((one) => one === name) ?? null
}
