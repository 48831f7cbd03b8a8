import type { Context } from 'hono'
import { Hono } from 'hono'
import type { AdminSession, AdminUser, FirstRun, WhoIsSignedIn } from '#contract/admin.ts'
import type { ProofKind } from '#contract/admin-account.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import { toAct } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { accountKey, mintDevice, networkKey, readDevice } from '#worker/auth/login-keys.ts'
import {
  mintSession,
  readDeviceCookie,
  readSessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from '#worker/auth/sessions.ts'
import { hashSecret, isSameSignature } from '#worker/auth/tokens.ts'
import {
  createFirstAccount,
  findPasswordLink,
  hasAccounts,
  setPasswordByLink,
} from '#worker/db/accounts.ts'
import { findAccessReview, findNewDevice } from '#worker/db/acts.ts'
import { findAdminSession, openAdminSession } from '#worker/db/admin-sessions.ts'
import { listBarNames } from '#worker/db/teams.ts'
import { callOnce, gateOf } from '#worker/durable-objects.ts'
import { at } from '#worker/http/at.ts'
import { readJsonBody } from '#worker/http/input.ts'
import { networkOf, wideNetworkOf } from '#worker/http/network.ts'
import { findSession } from '#worker/middleware/signed-in.ts'
import { closeAccountSockets, closeSessionSockets } from '#worker/monitor/notify.ts'
import type { PasswordOwner } from '#worker/policy/new-password.ts'
import { findWeakness } from '#worker/policy/new-password.ts'

/** These routes and routes/joining.ts need no session. All others are behind middleware/signed-in.ts. */
export const adminLogin = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.readSession), async (c) => {
    const token = readSessionCookie(c)
    const tokenHash = token && hashSecret(token)
    const [session, newDevice, reviewSince] = await Promise.all([
      findSession(c),
      tokenHash ? findNewDevice(c.env.DB, tokenHash, Date.now()) : null,
      tokenHash ? findAccessReview(c.env.DB, tokenHash, Date.now()) : null,
    ])
    const user = session?.user ?? null
    const firstRun = user ? null : await firstRunOf(c)
    const notices = user ? { newDevice, reviewSince } : { newDevice: null, reviewSince: null }
    return c.json({ user, firstRun, ...notices } satisfies WhoIsSignedIn)
  })
  .on(...at(ADMIN_ENDPOINTS.logIn), async (c) => {
    const { email, password } = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.logIn.body)
    const { id, passwordSetAt, isKnownDevice } = await checkCredentials(c, email, password)
    const kind = isKnownDevice ? 'signed_in' : 'new_device'
    const user = await openSession(c, { id, passwordSetAt }, 'password', kind)
    if (!isKnownDevice) rememberDevice(c, email)
    return c.json({ user } satisfies AdminSession, 201)
  })
  .on(...at(ADMIN_ENDPOINTS.makeFirstAccount), async (c) => {
    const { secret, email, password } = await readJsonBody(
      c.req.raw,
      ADMIN_ENDPOINTS.makeFirstAccount.body,
    )
    await admitNetwork(c)
    if ((await firstRunOf(c)) !== 'ready') throw new CodedError('not_found')
    if (!isSetupSecret(c, secret)) throw new CodedError('wrong_credentials')
    const passwordHash = await hashNewPassword(c, password, { email, barNames: [] })
    const [account, now] = [{ id: crypto.randomUUID(), email, passwordHash }, Date.now()]
    const act = toAct(account.id, 'account_made')
    if (!(await createFirstAccount(c.env.DB, account, now, act))) throw new CodedError('not_found')
    const user = await openSession(c, { id: account.id, passwordSetAt: now }, 'password')
    rememberDevice(c, email)
    return c.json({ user } satisfies AdminSession, 201)
  })
  .on(...at(ADMIN_ENDPOINTS.setPassword), async (c) => {
    const { token, password } = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.setPassword.body)
    const tokenHash = hashSecret(token)
    const link = await findPasswordLink(c.env.DB, tokenHash, Date.now())
    if (!link) {
      await admitNetwork(c, 'links')
      throw new CodedError('link_expired')
    }
    await admitLink(c, tokenHash)
    const barNames = await listBarNames(c.env.DB, link.accountId)
    const hash = await hashNewPassword(c, password, { email: link.email, barNames })
    const isSet = await setPasswordByLink(
      c.env.DB,
      tokenHash,
      hash,
      Date.now(),
      toAct(link.accountId, 'password_set'),
    )
    if (!isSet) throw new CodedError('link_expired')
    await closeAccountSockets(c.env, link.accountId)
    return c.body(null, 204)
  })

export async function checkCredentials(c: Context<AppEnv>, email: string, password: string) {
  const account = accountKey(c.env, email)
  const device = readDevice(c.env.PASSWORD_PEPPER, account, readDeviceCookie(c))
  const network = device ? null : await admitNetwork(c)
  const attempt = { email, password, account, place: device ?? network ?? '' }
  const isKnownDevice = device !== null
  const { id, passwordSetAt } = await callOnce(() =>
    gateOf(c.env, account).check({ ...attempt, isKnownDevice }),
  )
  return { id, passwordSetAt, isKnownDevice }
}

/**
 * Counts a try of the network. Links and passkeys have counts of their own: everybody in a bar may share
 * its address, and wrong passwords must not shut their way in. Throws `throttled`.
 */
export async function admitNetwork(
  c: Context<AppEnv>,
  of: 'passwords' | 'links' | 'passkeys' = 'passwords',
): Promise<string> {
  const prefix = of === 'passwords' ? '' : `${of}:`
  const network = networkKey(c.env, prefix + networkOf(c.req.raw))
  const wide = networkKey(c.env, prefix + wideNetworkOf(c.req.raw))
  await callOnce(() => gateOf(c.env, wide).admitNetwork(network, wide))
  return network
}

/**
 * Counts a use of a link that exists. Nobody guesses 256 bits, so a right one is refused for no network;
 * its holder must not have passwords hashed, or emails looked up, without end. Throws `throttled`.
 */
export const admitLink = (c: Context<AppEnv>, tokenHash: string) => admit(c, `link:${tokenHash}`)

/** Counts a wrong passkey of a device that has signed in before. Throws `throttled`. */
export const admitDevice = (c: Context<AppEnv>, device: string) => admit(c, `device:${device}`)

async function admit(c: Context<AppEnv>, what: string): Promise<void> {
  const key = networkKey(c.env, what)
  await callOnce(() => gateOf(c.env, key).admitNetwork(key, key))
}

/** Every new password passes here. Throws `weak_password` and `personal_password`. */
export async function hashNewPassword(
  c: Context<AppEnv>,
  password: string,
  owner: Omit<PasswordOwner, 'productName'>,
): Promise<string> {
  const weakness = findWeakness(password, { ...owner, productName: c.env.PRODUCT_NAME })
  if (weakness) throw new CodedError(weakness)
  const account = accountKey(c.env, owner.email)
  return (await callOnce(() => gateOf(c.env, account).hash(password, account))).hash
}

/** A login gets a new token and ends the browser's former session. */
export async function openSession(
  c: Context<AppEnv>,
  account: { id: string; passwordSetAt: number | null },
  openedBy: ProofKind,
  kind: 'signed_in' | 'new_device' = 'signed_in',
): Promise<AdminUser> {
  const { token, ...minted } = mintSession(c, openedBy)
  const formerToken = readSessionCookie(c)
  const formerHash = formerToken && hashSecret(formerToken)
  const former = formerHash && (await findAdminSession(c.env.DB, formerHash, Date.now()))
  const act = toAct(account.id, kind)
  const opened = await openAdminSession(c.env.DB, account, minted, formerHash, act)
  if (!opened) throw new CodedError('wrong_credentials')
  if (former) await closeSessionSockets(c.env, former.account.id, former.tokenHash)
  for (const tokenHash of opened.ended) await closeSessionSockets(c.env, account.id, tokenHash)
  setSessionCookie(c, token)
  return opened.session.user
}

export function rememberDevice(c: Context<AppEnv>, email: string): void {
  const account = accountKey(c.env, email)
  setDeviceCookie(c, mintDevice(c.env.PASSWORD_PEPPER, account, readDeviceCookie(c)))
}

/** A shorter secret could be guessed. */
const SETUP_SECRET_MIN = 16

async function firstRunOf(c: Context<AppEnv>): Promise<FirstRun | null> {
  if (await hasAccounts(c.env.DB)) return null
  return setupSecretOf(c).length < SETUP_SECRET_MIN ? 'noSecret' : 'ready'
}

function setupSecretOf(c: Context<AppEnv>): string {
  return (c.env.SETUP_SECRET ?? '').trim()
}

function isSetupSecret(c: Context<AppEnv>, typed: string): boolean {
  return isSameSignature(hashSecret(typed.trim()), hashSecret(setupSecretOf(c)))
}
