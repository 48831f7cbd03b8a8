import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { CodedError } from '#contract/errors.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { isOwnOrigin } from '#worker/http/own-origin.ts'

/** Checks `Sec-Fetch-Site`. A write without that header needs our own `Origin`. */
export const sameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  const allowed = isReading(c) ? !isForeignRead(c) : isOwnWrite(c)
  if (!allowed) throw new CodedError('foreign_origin')
  await next()
})

function isReading(c: Context<AppEnv>): boolean {
  return c.req.method === 'GET' || c.req.method === 'HEAD'
}

// routes/sockets.ts checks the Origin of upgrades: some browsers send no Sec-Fetch-Site with them.
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
