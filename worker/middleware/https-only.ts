import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#worker/app-env.ts'

/** An IP address or `localhost` is a local server. No foreign name can match. */
const LOCAL_HOST = /^(?:localhost|[\d.]+|\[[\da-f:.]+\])$/

/**
 * Only a local server answers plain http. Every other host is redirected before a cookie or secret is
 * read. That also holds on a local server, so that a name that an attacker points at this machine is
 * no own origin. Cloudflare routes only its own hosts to the Worker.
 */
export const httpsOnly = createMiddleware<AppEnv>(async (c, next) => {
  const url = new URL(c.req.url)
  if (url.protocol === 'https:' || LOCAL_HOST.test(url.hostname)) return next()
  url.protocol = 'https:'
  return c.redirect(url.href, 308)
})
