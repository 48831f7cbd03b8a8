import type { Context, Handler, Hono } from 'hono'
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

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Refuses an unknown method of a path, and names the known ones. Hono answers HEAD as GET. */
export function answerUnmatched(
  { router }: Hono<AppEnv>,
  answerUnknown: Handler<AppEnv>,
): Handler<AppEnv> {
  return (c, next) => {
    const routes = METHODS.flatMap((method) => {
      const matched = router.match(method, c.req.path)[0].map(([[, route]]) => route)
      return matched.find((route) => route.method === method) ?? []
    })
    const [first] = routes
    if (!first) return answerUnknown(c, next)
    const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method))
    c.header('Allow', methods.join(', '))
    return refuse(c, 'method_not_allowed', first.path)
  }
}

export function answerNotFound(c: Context<AppEnv>): Response {
  return refuse(c, 'not_found')
}

function refuse(c: Context<AppEnv>, code: ErrorCode, route?: string): Response {
  countRefusal(c, code, route)
  return toResponse(c, code)
}

/** The log counts `internal` errors itself: `request_failed` and unusable keys. */
function countRefusal(c: Context<AppEnv>, code: ErrorCode, route = c.req.routePath): void {
  if (code !== 'internal') countCause('refused', code, route)
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
