import type { Context, Handler } from 'hono'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { CodedError, ERROR_STATUS } from '#contract/errors.ts'
import type { AppEnv } from './app-env.ts'
import { countCause } from './causes.ts'
import { isDatabaseAway } from './db/d1-errors.ts'
import { isRetryable } from './durable-objects.ts'
import { log } from './log.ts'

const SOON_S = 5
const LATER_S = 30
const HEADERS: Partial<Record<ErrorCode, [name: string, value: string]>> = {
  overloaded: ['Retry-After', String(SOON_S)],
  unavailable: ['Retry-After', String(SOON_S)],
  bar_full: ['Retry-After', String(LATER_S)],
  upgrade_required: ['Upgrade', 'websocket'],
}

/** The only place where an error becomes a response. */
export function answerError(error: unknown, c: Context<AppEnv>): Response {
  if (error instanceof CodedError) {
    countRefusal(c, error.code)
    return toResponse(c, error.code, error.message, error.retryAfterSeconds)
  }
  const requestId = crypto.randomUUID()
  log('request_failed', { requestId, method: c.req.method, route: c.req.routePath, error })
  const code = isDatabaseAway(error) || isRetryable(error) ? 'unavailable' : 'internal'
  return toResponse(c, code, `request ${requestId}`)
}

export function allowOnly(...methods: string[]): Handler<AppEnv> {
  return (c) => {
    c.header('Allow', methods.join(', '))
    return refuse(c, 'method_not_allowed')
  }
}

export function answerNotFound(c: Context<AppEnv>): Response {
  return refuse(c, 'not_found')
}

function refuse(c: Context<AppEnv>, code: ErrorCode): Response {
  countRefusal(c, code)
  return toResponse(c, code)
}

/** What is logged is counted there: `request_failed`, and an unusable key. */
function countRefusal(c: Context<AppEnv>, code: ErrorCode): void {
  if (code !== 'internal') countCause('refused', code, c.req.routePath)
}

function toResponse(
  c: Context<AppEnv>,
  code: ErrorCode,
  message: string = code,
  retryAfterSeconds?: number,
): Response {
  const header = HEADERS[code]
  if (header) c.header(...header)
  if (retryAfterSeconds === undefined) {
    return c.json({ error: { code, message } } satisfies ErrorBody, ERROR_STATUS[code])
  }
  c.header('Retry-After', String(retryAfterSeconds))
  const body: ErrorBody = { error: { code, message, retryAfterSeconds } }
  return c.json(body, ERROR_STATUS[code])
}
