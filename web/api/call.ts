import * as v from 'valibot'
import type { Values } from '#contract/address.ts'
import { address } from '#contract/address.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { hasCode } from '#contract/errors.ts'
import type { RequestOptions } from './request.ts'
import { request } from './request.ts'

type CallOptions = Omit<RequestOptions, 'method' | 'json'>

type Body<E> = E extends { body: infer Schema extends v.GenericSchema }
  ? v.InferInput<Schema>
  : undefined

export type AnswerOf<E> = E extends { answer: infer Schema extends v.GenericSchema }
  ? v.InferOutput<Schema>
  : undefined

/** An endpoint with a body needs it. */
export type BodyAndOptions<E, Options> = E extends { body: v.GenericSchema }
  ? [body: Body<E>, options?: Options]
  : [body?: undefined, options?: Options]

/**
 * Asks one endpoint: `call(VISIT_ENDPOINTS.block, { barId, personId }, undefined, { secret })`. Values that its
 * path does not name become the query. Throws as `request` does.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  values: Values<E['path']>,
  ...[json, options]: BodyAndOptions<E, CallOptions>
): Promise<AnswerOf<E>> {
  const { method, path, answer = v.unknown() } = endpoint
  const answered = await request(address(path, values), answer, { ...options, method, json })
  return answered as AnswerOf<E>
}

/** Null if the call is refused with this code. */
export async function unless<T>(code: ErrorCode, asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (hasCode(error, code)) return null
    throw error
  }
}
