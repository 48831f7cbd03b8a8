import type { ErrorCode } from '#contract/errors.ts'
import { CodedError } from '#contract/errors.ts'

const JURISDICTIONS: readonly string[] = [
  'eu',
  'fedramp',
  'us',
] satisfies DurableObjectJurisdiction[]

export const RETRIES = 3
const RETRY_WITHIN_MS = 200

/** Places an object beside D1, so that only the trip from the edge is long (docs/operations.md). */
function near<Class extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<Class>,
  { PLACE }: Env,
  name: string,
): DurableObjectStub<Class> {
  return JURISDICTIONS.includes(PLACE)
    ? namespace.jurisdiction(PLACE as DurableObjectJurisdiction).getByName(name)
    : namespace.getByName(name, { locationHint: PLACE as DurableObjectLocationHint })
}

export function roomOf(env: Env, barId: string): ReturnType<Env['BAR_ROOM']['getByName']> {
  return near(env.BAR_ROOM, env, barId)
}

export function monitorOf(env: Env): ReturnType<Env['MONITOR']['getByName']> {
  return near(env.MONITOR, env, 'monitor')
}

/** There are two gates, because scrypt blocks a thread. The same hash gets the same gate. */
export function gateOf(env: Env, keyedHash: string): ReturnType<Env['LOGIN_GATE']['getByName']> {
  return near(env.LOGIN_GATE, env, `gate-${keyedHash.charCodeAt(0) % 2}`)
}

export type Answer = { ok: true } | { ok: false; code: ErrorCode; retryAfterSeconds?: number }

/** Throws the code of a refusal. For idempotent requests. */
export async function callRoom<A extends PromiseLike<Answer>>(
  ask: () => A,
): Promise<Extract<Awaited<A>, { ok: true }>> {
  return orThrow(await callObject(ask, RETRIES))
}

/** For requests that are not idempotent. */
export async function callOnce<A extends PromiseLike<Answer>>(
  ask: () => A,
): Promise<Extract<Awaited<A>, { ok: true }>> {
  return orThrow(await callObject(ask))
}

function orThrow<A extends Answer>(answer: A): Extract<A, { ok: true }> {
  if (answer.ok) return answer as Extract<A, { ok: true }>
  const { code, retryAfterSeconds } = answer as Extract<Answer, { ok: false }>
  throw new CodedError(code, code, { retryAfterSeconds })
}

/**
 * A stub breaks with its first exception, so `ask` makes a new one. `retries` is for idempotent
 * requests. A retry would add load to an overloaded object.
 */
export async function callObject<A extends PromiseLike<unknown>>(
  ask: () => A,
  retries = 0,
): Promise<Awaited<A>> {
  try {
    return await ask()
  } catch (error) {
    if (hasFlag(error, 'overloaded')) {
      throw new CodedError('overloaded', 'overloaded', { cause: error })
    }
    if (retries === 0 || !hasFlag(error, 'retryable')) throw error
  }
  await scheduler.wait(Math.random() * RETRY_WITHIN_MS)
  return callObject(ask, retries - 1)
}

export function isRetryable(error: unknown): boolean {
  return hasFlag(error, 'retryable')
}

/** The platform sets these flags on exceptions of objects. */
function hasFlag(error: unknown, flag: 'overloaded' | 'retryable'): boolean {
  return (
    error instanceof Error && (error as Error & { [key in typeof flag]?: unknown })[flag] === true
  )
}
