import type { Context, Handler } from 'hono'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { CodedError, ERROR_STATUS } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { AppEnv } from './app-env.ts'
import { isDatabaseAway } from './db/d1-errors.ts'
import { isRetryable } from './durable-objects.ts'
import { log } from './log.ts'

const SOON_S = 5
const LATER_S = 30
const DRAINED_BYTES_MAX = LIMITS.barPictureBytes
const HEADERS: Partial<Record<ErrorCode, [name: string, value: string]>> = {
  overloaded: ['Retry-After', String(SOON_S)],
  unavailable: ['Retry-After', String(SOON_S)],
  bar_full: ['Retry-After', String(LATER_S)],
  upgrade_required: ['Upgrade', 'websocket'],
}

/** The only place where an error becomes a response. */
export async function answerError(error: unknown, c: Context<AppEnv>): Promise<Response> {
  await drainBody(c.req.raw)
  if (error instanceof CodedError) {
    return toResponse(c, error.code, error.message, error.retryAfterSeconds)
  }
  const requestId = crypto.randomUUID()
  log('request_failed', { requestId, method: c.req.method, route: c.req.routePath, error })
  const code = isDatabaseAway(error) || isRetryable(error) ? 'unavailable' : 'internal'
  return toResponse(c, code, `request ${requestId}`)
}

/** An unread body breaks the next request on the connection, for one in wrangler's local server. */
async function drainBody({ body }: Request): Promise<void> {
  if (!body || body.locked) return
  let bytes = 0
  try {
    for await (const piece of body) {
      bytes += piece.byteLength
      if (bytes > DRAINED_BYTES_MAX) return
    }
  } catch {
    // The client has gone.
  }
}

export function allowOnly(...methods: string[]): Handler<AppEnv> {
  return (c) => {
    c.header('Allow', methods.join(', '))
    return toResponse(c, 'method_not_allowed')
  }
}

export function answerNotFound(c: Context<AppEnv>): Response {
  return toResponse(c, 'not_found')
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
