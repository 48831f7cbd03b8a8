import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#worker/app-env.ts'

/**
 * A write finishes even if its client disconnects: without `waitUntil` the platform cancels it at
 * that point, even between the room and D1.
 * https://developers.cloudflare.com/workers/runtime-apis/context/#waituntil
 */
export const finishWrites = createMiddleware<AppEnv>(async (c, next) => {
  const done = next()
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!isRead) c.executionCtx.waitUntil(done)
  await done
})
