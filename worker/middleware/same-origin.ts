import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { CodedError } from '#contract/errors.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { isOwnOrigin } from '#worker/http/own-origin.ts'

/**
 * Refuses what another site's page sends. Browsers say with `Sec-Fetch-Site` who asks; where they
 * do not, a change of state needs an `Origin` that is ours.
 */
export const sameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  const allowed = isReading(c) ? !isForeignRead(c) : isOwnWrite(c)
  if (!allowed) throw new CodedError('foreign_origin')
  await next()
})

function isReading(c: Context<AppEnv>): boolean {
  return c.req.method === 'GET' || c.req.method === 'HEAD'
}

// An upgrade is judged by its Origin in routes/sockets.ts: not every browser says more about it.
function isForeignRead(c: Context<AppEnv>): boolean {
  const site = c.req.header('Sec-Fetch-Site')
  const upgrading = c.req.header('Upgrade') !== undefined
  return !upgrading && (site === 'cross-site' || site === 'same-site')
}

function isOwnWrite(c: Context<AppEnv>): boolean {
  const site = c.req.header('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin'
  return isOwnOrigin(c.req.header('Origin'), c.req.raw, c.env)
}
