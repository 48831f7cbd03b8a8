import type { Context } from 'hono'
import { address } from '#contract/address.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { CodedError, hasCode } from '#contract/errors.ts'
import { API } from '#contract/paths.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { readVisitSecret } from '#worker/auth/tokens.ts'
import type { Answer } from '#worker/durable-objects.ts'
import { callRoom, roomOf } from '#worker/durable-objects.ts'
import { barIdOf } from '#worker/http/input.ts'
import type { Visit } from '#worker/room/rpc.ts'

const BEARER = /^Bearer ([\w.-]{1,200})$/

/** Throws `no_visit` or `visit_ended`. Forged secrets do not wake the room. */
function visitOf(c: Context<AppEnv>): Visit {
  const secret = secretOf(c)
  const visit = secret ? readVisit(c.env, barIdOf(c), secret) : null
  if (!visit) throw new CodedError('no_visit')
  if (isExpired(visit) || hasEnded(visit.secretHash)) throw new CodedError('visit_ended')
  return visit
}

const ENDED_MAX = 10_000
/**
 * Visits that their room has called ended, by the hash of the secret or device key. None of these begins
 * again.
 */
const ended = new Set<string>()

/** Whether this isolate knows that the visit has ended, so that its room need not wake to say so. */
export function hasEnded(secretHash: string): boolean {
  return ended.has(secretHash)
}

export function noteEnded(secretHash: string): void {
  ended.add(secretHash)
  const [oldest] = ended
  if (ended.size > ENDED_MAX && oldest !== undefined) ended.delete(oldest)
}

/** Calls a room, and notes the secret if the answer is the code that says that its visit has ended. */
export async function callUntilEnded<A extends PromiseLike<Answer>>(
  secretHash: string,
  code: ErrorCode,
  ask: () => A,
) {
  try {
    return await callRoom(ask)
  } catch (error) {
    if (hasCode(error, code)) noteEnded(secretHash)
    throw error
  }
}

type Room = ReturnType<typeof roomOf>

/** Calls the room of the visit. Throws `no_visit`, `visit_ended` and the room's refusals. */
export function asVisitor(c: Context<AppEnv>) {
  const visit = visitOf(c)
  return <A extends PromiseLike<Answer>>(call: (room: Room, visit: Visit) => A) =>
    callUntilEnded(visit.secretHash, 'visit_ended', () => call(roomOf(c.env, visit.barId), visit))
}

/** Returns the visitor's id if the path is below the bar of their visit and the secret is valid. */
export function visitorOf(c: Context<AppEnv>): string | null {
  const secret = secretOf(c)
  const claim = secret ? readVisitSecret(c.env.VISIT_SIGNING_KEY, secret) : null
  if (!claim || isExpired(claim)) return null
  return c.req.path.startsWith(`${address(API.bar, { barId: claim.barId })}/`)
    ? claim.personId
    : null
}

function secretOf(c: Context<AppEnv>): string | undefined {
  return BEARER.exec(c.req.header('Authorization') ?? '')?.[1]
}

/** Accepts expired secrets. Returns null for another bar or an invalid signature. */
export function readVisit(env: Env, barId: string, secret: string): Visit | null {
  const claim = readVisitSecret(env.VISIT_SIGNING_KEY, secret)
  if (claim?.barId !== barId) return null
  return { barId, personId: claim.personId, secretHash: claim.hash, expiresAt: claim.expiresAt }
}

export function isExpired({ expiresAt }: Pick<Visit, 'expiresAt'>): boolean {
  return expiresAt <= Date.now()
}
