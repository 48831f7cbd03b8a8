import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { MEDIA_PREFIX } from '#contract/paths.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { readSessionCookie } from '#worker/auth/sessions.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { networkOf, toWideNetwork } from '#worker/http/network.ts'
import { visitorOf } from './visit.ts'

type Limit =
  | 'REQUESTS_PER_NETWORK'
  | 'CREATIONS_PER_NETWORK'
  | 'UNKNOWN_BARS_PER_NETWORK'
  | 'UPLOADS_PER_ACCOUNT'
  | 'CHANGES_PER_ACCOUNT'

/** The period in wrangler.toml. The platform does not say when the next one begins. */
export const PERIOD_S = 60

/** Lets a page ask several times in a period: a flood uses up the first seconds of each. */
const NEW_PROFILE_RETRY_S = 10

/** Cloudflare sets the client's address, so that only a server on this machine sees these. */
const OWN_MACHINE = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** Runs before D1 and any object. The platform counts approximately, and per location. */
export const rateLimits = createMiddleware<AppEnv>(async (c, next) => {
  await countRequest(c, 'REQUESTS_PER_NETWORK', countedBy(c))
  await next()
})

/** Throws `rate_limited`. */
export async function countRequest(
  c: Context<AppEnv>,
  limit: Limit,
  keys: readonly string[] = networksOf(c.req.raw),
): Promise<void> {
  // The binding is absent in a raw workerd.
  const limiter: RateLimit | undefined = c.env[limit]
  if (!limiter || OWN_MACHINE.includes(c.req.header('CF-Connecting-IP') ?? '')) return
  for (const key of keys) {
    const { success } = await limiter.limit({ key })
    if (success) continue
    const seconds = limit === 'CREATIONS_PER_NETWORK' ? NEW_PROFILE_RETRY_S : PERIOD_S
    throw new CodedError('rate_limited', 'rate_limited', { retryAfterSeconds: seconds })
  }
}

/** Returns the network, and its quarter of the IPv6 /48: a /48 gets the limit of four networks. */
function networksOf(request: Request): string[] {
  const network = networkOf(request)
  const wide = toWideNetwork(network)
  if (wide === null) return [network]
  const inWide = Number.parseInt(network.slice(wide.length + 1), 16)
  return [network, `${wide}/${inWide % LIMITS.wideNetworkTimes}`]
}

/**
 * Returns the visit or session if the request has a signed secret, because a whole bar shares one
 * network, else the networks. Expired sessions count too. Pictures and upgrades have other limits.
 */
function countedBy(c: Context<AppEnv>): string[] {
  const { path } = c.req
  if (path.startsWith(MEDIA_PREFIX)) return []
  if (path.startsWith('/api/') && path.endsWith('/socket')) return []
  const own = path.startsWith('/api/admin/') ? sessionHashOf(c) : visitorOf(c)
  return own === null ? networksOf(c.req.raw) : [own]
}

function sessionHashOf(c: Context<AppEnv>): string | null {
  const session = readSessionCookie(c)
  return session === null ? null : hashSecret(session)
}
