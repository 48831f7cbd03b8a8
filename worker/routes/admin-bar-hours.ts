import { Hono } from 'hono'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { BarHours } from '#contract/bar-hours.ts'
import { toHour } from '#contract/bar-hours.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { listBarHours } from '#worker/db/bar-hours.ts'
import { callObject, RETRIES, roomOf } from '#worker/durable-objects.ts'
import { at } from '#worker/http/at.ts'
import { barFor } from '#worker/middleware/signed-in.ts'

/** Covers four whole weeks of nights at any time of day. */
const SHOWN_HOURS = (4 * 7 + 1) * 24

export const adminBarHours = new Hono<AppEnv>().on(...at(ADMIN_ENDPOINTS.readHours), async (c) => {
  const granted = await barFor(c, 'seeNumbers')
  const now = toHour(Date.now())
  const unsaved = await callObject(() => roomOf(c.env, granted.barId).countedHours(), RETRIES)
  const hours = await listBarHours(c.env.DB, granted, now - SHOWN_HOURS, unsaved)
  return c.json({ now, hours } satisfies BarHours)
})
