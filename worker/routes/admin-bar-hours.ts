import { Hono } from 'hono'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { BarHours } from '#contract/bar-hours.ts'
import { toHour } from '#contract/bar-hours.ts'
import { CodedError } from '#contract/errors.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { listBarHours } from '#worker/db/bar-hours.ts'
import { findBarStatus } from '#worker/db/bars.ts'
import { callObject, RETRIES, roomOf } from '#worker/durable-objects.ts'
import { accountOf, barFor } from '#worker/middleware/signed-in.ts'

/** Four whole weeks of nights, at any time of day. */
const SHOWN_HOURS = (4 * 7 + 1) * 24

export const adminBarHours = new Hono<AppEnv>().get(ADMIN_API.hours, async (c) => {
  const barId = barFor(c, 'seeNumbers')
  if ((await findBarStatus(c.env.DB, barId)) === null) throw new CodedError('bar_not_found')
  const now = toHour(Date.now())
  const unsaved = await callObject(() => roomOf(c.env, barId).countedHours(), RETRIES)
  const hours = await listBarHours(c.env.DB, accountOf(c), barId, now - SHOWN_HOURS, unsaved)
  return c.json({ now, hours } satisfies BarHours)
})
