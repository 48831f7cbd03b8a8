import { Hono } from 'hono'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { Version } from '#contract/health.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { callObject, roomOf } from '#worker/durable-objects.ts'
import { at } from '#worker/http/at.ts'
import { countRequest } from '#worker/middleware/rate-limits.ts'

/** This is no bar's id, so that no real room answers. An unknown room stores nothing. */
const NO_BAR = 'health'

/** A cheap check for uptime monitors: the Worker answers with its version. */
export const health = new Hono<AppEnv>().on(...at(ADMIN_ENDPOINTS.readVersion), async (c) => {
  c.header('Cache-Control', 'no-store')
  const { id, timestamp } = c.env.VERSION
  const version: Version = { id, deployedAt: timestamp }
  if (c.req.query('room') === undefined) return c.json(version)
  // The request wakes an object.
  await countRequest(c, 'UNKNOWN_BARS_PER_NETWORK')
  const startedAt = Date.now()
  await callObject(() => roomOf(c.env, NO_BAR).counts())
  return c.json({ ...version, roomMs: Date.now() - startedAt })
})
