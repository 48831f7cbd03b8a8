import { Hono } from 'hono'
import type { AdminSession } from '#contract/admin.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { clearSessionCookie } from '#worker/auth/sessions.ts'
import { deleteAdminSession } from '#worker/db/admin-sessions.ts'
import { allowOnly } from '#worker/errors.ts'
import { adminOf } from '#worker/middleware/admin-only.ts'
import { closeSessionSockets } from '#worker/monitor/notify.ts'

export const adminSession = new Hono<AppEnv>()
  .get(ADMIN_API.session, (c) => c.json({ user: adminOf(c).user } satisfies AdminSession))
  .delete(ADMIN_API.session, async (c) => {
    const { tokenHash } = adminOf(c)
    await deleteAdminSession(c.env.DB, tokenHash)
    await closeSessionSockets(c.env, tokenHash)
    clearSessionCookie(c)
    return c.body(null, 204)
  })
  .all(ADMIN_API.session, allowOnly('GET', 'HEAD', 'POST', 'DELETE'))
  .all(ADMIN_API.passwordLink, allowOnly('POST'))
