import * as v from 'valibot'
import { CodedError, errorBodySchema, isErrorCode } from '#contract/errors.ts'
import { TIMINGS } from '#contract/timings.ts'
import { noteServerTime } from './server-clock.ts'

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  json?: unknown
  /** Sent in the Authorization header, never in the URL. */
  secret?: string | null
  keepalive?: boolean
}

/**
 * One API call. Throws a CodedError for a refusal, with code `internal` for an unexpected body;
 * fetch's TypeError if the network fails; a TimeoutError if no answer comes in time, because
 * browsers alone wait for minutes.
 */
export async function request<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  options: RequestOptions = {},
): Promise<v.InferOutput<Schema>> {
  return readAnswer(await fetch(path, toInit(options)), schema)
}

/** No answer came: no connection, or none in time. */
export function isUnanswered(error: unknown): boolean {
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  return error instanceof TypeError || isLate
}

export async function readAnswer<Schema extends v.GenericSchema>(
  response: Response,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  noteServerTime(Date.parse(response.headers.get('date') ?? ''))
  const body = await readBody(response)
  if (!response.ok) throw toCodedError(response, body)
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new CodedError('internal', `Unexpected answer from ${response.url}`)
  return parsed.output
}

function toInit({ json, secret, ...plain }: RequestOptions): RequestInit {
  const headers = new Headers({ accept: 'application/json' })
  const body = json === undefined ? null : JSON.stringify(json)
  if (secret) headers.set('authorization', `Bearer ${secret}`)
  if (body) headers.set('content-type', 'application/json')
  const signal = AbortSignal.timeout(body ? TIMINGS.answerToBodyWithinMs : TIMINGS.answerWithinMs)
  return { ...plain, headers, body, signal }
}

/** Undefined for an empty body and for invalid JSON. */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

function toCodedError(response: Response, body: unknown): CodedError {
  const { success, output } = v.safeParse(errorBodySchema, body)
  if (!success) return new CodedError('internal', `HTTP ${response.status}`)
  const { code, message, retryAfterSeconds } = output.error
  return new CodedError(isErrorCode(code) ? code : 'internal', message, { retryAfterSeconds })
}
