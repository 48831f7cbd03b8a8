import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#worker/app-env.ts'

/** An address or `localhost`: a local server. No page of a foreign name can be led there. */
const LOCAL_HOST = /^(?:localhost|[\d.]+|\[[\da-f:.]+\])$/

/**
 * Plain http is answered on a local server alone, before a cookie or secret is read. There this also
 * refuses every other Host, so that a name that an attacker points at this machine is no own origin.
 * Cloudflare routes only its own hosts to the Worker.
 */
export const httpsOnly = createMiddleware<AppEnv>(async (c, next) => {
  const url = new URL(c.req.url)
  if (url.protocol === 'https:' || LOCAL_HOST.test(url.hostname)) return next()
  url.protocol = 'https:'
  return c.redirect(url.href, 308)
})
