import type { ErrorCode } from '#contract/errors.ts'
import { CodedError } from '#contract/errors.ts'

/**
 * Where objects are created: Eastern North America, where D1 is created too (docs/operations.md).
 * Neither runs in South America, so only the trip from the edge is a long one.
 */
const BESIDE_DATABASE = { locationHint: 'enam' } as const

/** Attempts after the first one, for requests that are safe to repeat. */
export const RETRIES = 3
const RETRY_WITHIN_MS = 200

/** The room of a bar. */
export function roomOf(env: Env, barId: string): ReturnType<Env['BAR_ROOM']['getByName']> {
  return env.BAR_ROOM.getByName(barId, BESIDE_DATABASE)
}

/** The one monitor. */
export function monitorOf(env: Env): ReturnType<Env['MONITOR']['getByName']> {
  return env.MONITOR.getByName('monitor', BESIDE_DATABASE)
}

/** One of the two login gates, the same for the same hash. Two, because scrypt holds a thread. */
export function gateOf(env: Env, keyedHash: string): ReturnType<Env['LOGIN_GATE']['getByName']> {
  const half = keyedHash.charCodeAt(0) % 2
  return env.LOGIN_GATE.getByName(`gate-${half}`, BESIDE_DATABASE)
}

type Answer = { ok: true } | { ok: false; code: ErrorCode; retryAfterSeconds?: number }

/** Asks a room, with retries. Its refusal becomes a `CodedError`. */
export async function callRoom<A extends PromiseLike<Answer>>(
  ask: () => A,
): Promise<Extract<Awaited<A>, { ok: true }>> {
  return orThrow(await callObject(ask, RETRIES))
}

/** Asks a login gate, once. Its refusal becomes a `CodedError`, with the time of the next try. */
export async function callGate<A extends PromiseLike<Answer>>(
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
 * Asks a Durable Object. `ask` gets a new stub each time: one that has seen an exception stays
 * broken. An overloaded object is not asked again, which would only feed its queue: throws
 * `overloaded`. `retries` is for requests that are safe to repeat.
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

/** Whether the object was only out of reach. */
export function isRetryable(error: unknown): boolean {
  return hasFlag(error, 'retryable')
}

/** What the platform sets on an exception that came from an object. */
function hasFlag(error: unknown, flag: 'overloaded' | 'retryable'): boolean {
  return (
    error instanceof Error && (error as Error & { [key in typeof flag]?: unknown })[flag] === true
  )
}
