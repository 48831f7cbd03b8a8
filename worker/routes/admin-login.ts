import type { Context } from 'hono'
import { Hono } from 'hono'
import type { AdminSession } from '#contract/admin.ts'
import { loginRequestSchema, passwordLinkRequestSchema } from '#contract/admin.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { CodedError } from '#contract/errors.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { accountKey, mintDevice, networkKey, readDevice } from '#worker/auth/login-keys.ts'
import { isCommonPassword } from '#worker/auth/passwords.ts'
import {
  mintSession,
  readDeviceCookie,
  readSessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from '#worker/auth/sessions.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { openAdminSession } from '#worker/db/admin-sessions.ts'
import { findPasswordLink, setPasswordByLink } from '#worker/db/admins.ts'
import { callGate, gateOf } from '#worker/durable-objects.ts'
import { readJsonBody } from '#worker/http/input.ts'
import { networkOf, wideNetworkOf } from '#worker/http/network.ts'
import { closeEndedSessionsSockets, closeSessionSockets } from '#worker/monitor/notify.ts'

/** The only routes without a session. All others are behind middleware/admin-only.ts. */
export const adminLogin = new Hono<AppEnv>()
  .post(ADMIN_API.session, async (c) => {
    const { email, password } = await readJsonBody(c.req.raw, loginRequestSchema)
    const { user, passwordSetAt, isKnownDevice } = await checkCredentials(c, email, password)
    await openSession(c, { id: user.id, passwordSetAt })
    const account = accountKey(c.env, email)
    if (!isKnownDevice) setDeviceCookie(c, mintDevice(c.env.PASSWORD_PEPPER, account))
    return c.json({ user } satisfies AdminSession, 201)
  })
  .post(ADMIN_API.passwordLink, async (c) => {
    const { token, password } = await readJsonBody(c.req.raw, passwordLinkRequestSchema)
    await admitNetwork(c)
    const tokenHash = hashSecret(token)
    const link = await findPasswordLink(c.env.DB, tokenHash, Date.now())
    if (!link) throw new CodedError('link_expired')
    if (isCommonPassword(password)) throw new CodedError('weak_password')
    const account = accountKey(c.env, link.email)
    const { hash } = await callGate(() => gateOf(c.env, account).hash(password))
    const isSet = await setPasswordByLink(c.env.DB, tokenHash, hash, Date.now())
    if (!isSet) throw new CodedError('link_expired')
    await closeEndedSessionsSockets(c.env)
    return c.body(null, 204)
  })

export async function checkCredentials(c: Context<AppEnv>, email: string, password: string) {
  const account = accountKey(c.env, email)
  const device = readDevice(c.env.PASSWORD_PEPPER, account, readDeviceCookie(c))
  const network = device ? null : await admitNetwork(c)
  const attempt = { email, password, account, place: device ?? network ?? '' }
  const isKnownDevice = device !== null
  const { user, passwordSetAt } = await callGate(() =>
    gateOf(c.env, account).check({ ...attempt, isKnownDevice }),
  )
  return { id: user.id, user, passwordSetAt, isKnownDevice }
}

async function admitNetwork(c: Context<AppEnv>): Promise<string> {
  const network = networkKey(c.env, networkOf(c.req.raw))
  const wide = networkKey(c.env, wideNetworkOf(c.req.raw))
  await callGate(() => gateOf(c.env, wide).admitNetwork(network, wide))
  return network
}

/** A login gets a new token and ends the browser's former session. */
async function openSession(
  c: Context<AppEnv>,
  admin: { id: string; passwordSetAt: number | null },
): Promise<void> {
  const { token, tokenHash, deviceLabel } = mintSession(c)
  const former = readSessionCookie(c)
  const formerHash = former && hashSecret(former)
  const now = Date.now()
  const opened = await openAdminSession(c.env.DB, admin, tokenHash, formerHash, now, deviceLabel)
  if (!opened) throw new CodedError('wrong_credentials')
  if (formerHash) await closeSessionSockets(c.env, formerHash)
  setSessionCookie(c, token)
}
