import { Hono } from 'hono'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { clearSessionCookie } from '#worker/auth/sessions.ts'
import { deleteAdminSession } from '#worker/db/admin-sessions.ts'
import { at } from '#worker/http/at.ts'
import { sessionOf } from '#worker/middleware/signed-in.ts'
import { closeSessionSockets } from '#worker/monitor/notify.ts'

export const adminSession = new Hono<AppEnv>().on(...at(ADMIN_ENDPOINTS.logOut), async (c) => {
  const { account, tokenHash } = sessionOf(c)
  await deleteAdminSession(c.env.DB, tokenHash)
  await closeSessionSockets(c.env, account.id, tokenHash)
  clearSessionCookie(c)
  return c.body(null, 204)
})
