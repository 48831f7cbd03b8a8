import { createMiddleware } from 'hono/factory'
import { LIMITS } from '#contract/limits.ts'
import type { AppEnv } from '#worker/app-env.ts'

const DRAINED_BYTES_MAX = LIMITS.barPictureBytes

/**
 * Reads what the route has left of the request's body, before the answer goes out. In wrangler's local server
 * an unread body breaks a later request on the connection. Beyond the bound the platform closes the connection.
 */
export const drainBody = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const { body } = c.req.raw
  if (!body || body.locked) return
  let bytes = 0
  try {
    for await (const piece of body) {
      bytes += piece.byteLength
      if (bytes > DRAINED_BYTES_MAX) return
    }
  } catch {
    // The client has disconnected.
  }
})
