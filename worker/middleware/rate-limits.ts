import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { CodedError } from '#contract/errors.ts'
import { MEDIA_PREFIX } from '#contract/paths.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { readSessionCookie } from '#worker/auth/sessions.ts'
import { networkOf } from '#worker/http/network.ts'
import { hasVisit } from './visit.ts'

type Limit = 'REQUESTS_PER_NETWORK' | 'CREATIONS_PER_NETWORK' | 'UNKNOWN_BARS_PER_NETWORK'

/** The period in wrangler.toml. The platform does not say when it counts anew. */
export const PERIOD_S = 60

/** Cloudflare writes the address of whoever asks, so only a server on this machine sees these. */
const OWN_MACHINE = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** The outer fence, before D1 and any object. The platform counts for each location, approximately. */
export const rateLimits = createMiddleware<AppEnv>(async (c, next) => {
  if (!isCountedElsewhere(c)) await countRequest(c, 'REQUESTS_PER_NETWORK')
  await next()
})

/** Throws `rate_limited`. */
export async function countRequest(c: Context<AppEnv>, limit: Limit): Promise<void> {
  // A raw workerd has no such binding.
  const limiter: RateLimit | undefined = c.env[limit]
  if (!limiter || OWN_MACHINE.includes(c.req.header('CF-Connecting-IP') ?? '')) return
  const { success } = await limiter.limit({ key: networkOf(c.req.raw) })
  if (success) return
  throw new CodedError('rate_limited', 'rate_limited', { retryAfterSeconds: PERIOD_S })
}

/** Pictures, upgrades, and what a person or an administrator asks with a secret of ours. */
function isCountedElsewhere(c: Context<AppEnv>): boolean {
  const { path } = c.req
  if (path.startsWith(MEDIA_PREFIX)) return true
  if (path.startsWith('/api/') && path.endsWith('/socket')) return true
  return path.startsWith('/api/admin/') ? readSessionCookie(c) !== null : hasVisit(c)
}
