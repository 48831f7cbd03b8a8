import { Hono } from 'hono'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { endStaffSubscription, keepStaffSubscription } from '#worker/db/staff-subscriptions.ts'
import { at } from '#worker/http/at.ts'
import { sessionOf } from '#worker/middleware/signed-in.ts'
import { readSubscription } from '#worker/notices/read-subscription.ts'

/** Subscribes the signed-in browser to notices of its account's bars. */
export const adminNotices = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.subscribe), async (c) => {
    await keepStaffSubscription(c.env.DB, sessionOf(c), await readSubscription(c))
    return c.body(null, 204)
  })
  .on(...at(ADMIN_ENDPOINTS.unsubscribe), async (c) => {
    await endStaffSubscription(c.env.DB, sessionOf(c).tokenHash)
    return c.body(null, 204)
  })
