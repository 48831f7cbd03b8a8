import { Hono } from 'hono'
import type { OwnSessions } from '#contract/admin-account.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import { actOf } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import {
  clearSessionCookie,
  fromDeviceLabel,
  mintSession,
  setSessionCookie,
} from '#worker/auth/sessions.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { changePassword } from '#worker/db/accounts.ts'
import { deleteAdminSession, listAdminSessions } from '#worker/db/admin-sessions.ts'
import { listBarNames } from '#worker/db/teams.ts'
import { at } from '#worker/http/at.ts'
import { readJsonBody } from '#worker/http/input.ts'
import { accountOf, sessionOf } from '#worker/middleware/signed-in.ts'
import { closeSessionSockets } from '#worker/monitor/notify.ts'
import { checkCredentials, hashNewPassword } from './admin-login.ts'

export const adminAccount = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.changePassword), async (c) => {
    const { current, password } = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.changePassword.body)
    const { id, email } = accountOf(c)
    // Throttled like a login, so that an open session cannot guess passwords.
    const known = await checkCredentials(c, email, current)
    const barNames = await listBarNames(c.env.DB, id)
    const hash = await hashNewPassword(c, password, { email, barNames })
    // All former tokens become invalid, even this browser's, which gets a new one.
    const { token, ...session } = mintSession(c, 'password')
    const ended = await changePassword(
      c.env.DB,
      known,
      hash,
      session,
      sessionOf(c).tokenHash,
      Date.now(),
      actOf(c, 'password_changed'),
    )
    if (!ended) throw new CodedError('wrong_credentials')
    for (const tokenHash of ended) await closeSessionSockets(c.env, id, tokenHash)
    setSessionCookie(c, token)
    return c.body(null, 204)
  })
  .on(...at(ADMIN_ENDPOINTS.listSessions), async (c) => {
    const current = sessionOf(c)
    const kept = await listAdminSessions(c.env.DB, current.account.id, Date.now())
    const sessions = kept.map(({ tokenHash, deviceLabel, openedBy, createdAt, lastUsedAt }) => ({
      id: toSessionId(tokenHash),
      ...fromDeviceLabel(deviceLabel),
      createdAt,
      lastUsedAt,
      openedBy,
      isCurrent: tokenHash === current.tokenHash,
    }))
    return c.json({ sessions } satisfies OwnSessions)
  })
  .on(...at(ADMIN_ENDPOINTS.endSession), async (c) => {
    const current = sessionOf(c)
    const tokenHash = await findOwn(c.env, current.account.id, c.req.param('sessionId'))
    if (!tokenHash) throw new CodedError('not_found')
    await deleteAdminSession(c.env.DB, tokenHash)
    await closeSessionSockets(c.env, current.account.id, tokenHash)
    if (tokenHash === current.tokenHash) clearSessionCookie(c)
    return c.body(null, 204)
  })

/** The hash of a token never leaves the Worker. */
function toSessionId(tokenHash: string): string {
  return hashSecret(tokenHash)
}

async function findOwn(env: Env, accountId: string, sessionId: string): Promise<string | null> {
  const sessions = await listAdminSessions(env.DB, accountId, Date.now())
  return sessions.find(({ tokenHash }) => toSessionId(tokenHash) === sessionId)?.tokenHash ?? null
}
