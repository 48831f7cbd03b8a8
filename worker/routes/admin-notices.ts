import { Hono } from 'hono'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { SubscribedKey } from '#contract/notices.ts'
import type { AppEnv } from '#worker/app-env.ts'
import {
  endStaffSubscription,
  isSubscribed,
  keepStaffSubscription,
} from '#worker/db/staff-subscriptions.ts'
import { at } from '#worker/http/at.ts'
import { sessionOf } from '#worker/middleware/signed-in.ts'
import { readSubscription } from '#worker/notices/read-subscription.ts'
import { vapidKeysOf } from '#worker/notices/vapid.ts'

/** Subscribes the signed-in browser to notices of its account's bars. */
export const adminNotices = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.readSubscribedKey), async (c) => {
    const isOn = await isSubscribed(c.env.DB, sessionOf(c).tokenHash)
    const pushKey = isOn ? (vapidKeysOf(c.env)?.publicKey ?? null) : null
    return c.json({ pushKey } satisfies SubscribedKey)
  })
  .on(...at(ADMIN_ENDPOINTS.subscribe), async (c) => {
    await keepStaffSubscription(c.env.DB, sessionOf(c), await readSubscription(c))
    return c.body(null, 204)
  })
  .on(...at(ADMIN_ENDPOINTS.unsubscribe), async (c) => {
    await endStaffSubscription(c.env.DB, sessionOf(c).tokenHash)
    return c.body(null, 204)
  })
