import type { Context } from 'hono'
import { Hono } from 'hono'
import type { AdminSession } from '#contract/admin.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError, hasCode } from '#contract/errors.ts'
import type { Assertion, OwnPasskeys, PasskeyChallenge } from '#contract/passkeys.ts'
import { actOf, keepOrRepeat, toAct } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { accountKey, readDevice } from '#worker/auth/login-keys.ts'
import { challenge, readAssertion, readNewPasskey } from '#worker/auth/passkeys.ts'
import { fromDeviceLabel, readDeviceCookie } from '#worker/auth/sessions.ts'
import { findAccount } from '#worker/db/accounts.ts'
import { noteProof } from '#worker/db/admin-sessions.ts'
import {
  confirmPasskey,
  createPasskey,
  deletePasskey,
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  renamePasskey,
} from '#worker/db/passkeys.ts'
import { at } from '#worker/http/at.ts'
import { idOf, readJsonBody } from '#worker/http/input.ts'
import { accountOf, provenAccountOf, sessionOf } from '#worker/middleware/signed-in.ts'
import {
  admitDevice,
  admitNetwork,
  checkCredentials,
  openSession,
  rememberDevice,
} from './admin-login.ts'

/** Needs no session: a passkey identifies its account. */
export const passkeyLogin = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.challengePasskey), (c) => answerChallenge(c))
  .on(...at(ADMIN_ENDPOINTS.logInByPasskey), async (c) => {
    const { account, isKnownDevice } = await checkPasskey(
      c,
      await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.logInByPasskey.body),
    )
    const kind = isKnownDevice ? 'signed_in' : 'new_device'
    const user = await openSession(c, account, 'passkey', kind)
    if (!isKnownDevice) rememberDevice(c, account.email)
    return c.json({ user } satisfies AdminSession, 201)
  })

/** The account's own passkeys, and the proof that sensitive acts need. */
export const passkeys = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.prove), async (c) => {
    const { account, tokenHash } = sessionOf(c)
    const proof = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.prove.body)
    // Throttled like a login, so that an open session cannot guess passwords.
    const { id } =
      'password' in proof
        ? await checkCredentials(c, account.email, proof.password)
        : (await checkPasskey(c, proof.passkey)).account
    if (id !== account.id) throw new CodedError('wrong_credentials')
    await noteProof(c.env.DB, tokenHash, Date.now())
    return c.body(null, 204)
  })
  .on(...at(ADMIN_ENDPOINTS.listPasskeys), async (c) => {
    const { id, email } = accountOf(c)
    const [kept, record] = await Promise.all([
      listPasskeys(c.env.DB, id),
      findAccount(c.env.DB, email),
    ])
    const hasPassword = record?.passwordHash != null
    const own = kept.map(({ deviceLabel, ...key }) => ({ ...key, ...fromDeviceLabel(deviceLabel) }))
    return c.json({ passkeys: own, hasPassword } satisfies OwnPasskeys)
  })
  .on(...at(ADMIN_ENDPOINTS.addPasskey), async (c) => {
    const accountId = provenAccountOf(c).id
    const { tokenHash } = sessionOf(c)
    const key = await readNewPasskey(
      c,
      await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.addPasskey.body),
    )
    const isKept = await createPasskey(
      c.env.DB,
      { accountId, tokenHash },
      key,
      actOf(c, 'passkey_added'),
    )
    if (!isKept) throw new CodedError('conflict')
    return c.body(null, 204)
  })
  // Requires the proof before the browser makes a passkey that would be refused.
  .on(...at(ADMIN_ENDPOINTS.challengeNewPasskey), (c) => {
    provenAccountOf(c)
    return answerChallenge(c)
  })
  .on(...at(ADMIN_ENDPOINTS.renamePasskey), async (c) => {
    const passkeyId = idOf(c, 'passkeyId')
    const { id } = provenAccountOf(c)
    const { name } = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.renamePasskey.body)
    const renamed = await renamePasskey(c.env.DB, id, passkeyId, name)
    if (!renamed) throw new CodedError('not_found')
    return c.body(null, 204)
  })
  .on(...at(ADMIN_ENDPOINTS.confirmPasskey), async (c) => {
    const passkeyId = idOf(c, 'passkeyId')
    const { id } = provenAccountOf(c)
    const act = actOf(c, 'passkey_confirmed')
    const isOwn = await confirmPasskey(c.env.DB, id, passkeyId, act)
    if (!isOwn) throw new CodedError('not_found')
    return c.body(null, 204)
  })
  .on(...at(ADMIN_ENDPOINTS.removePasskey), async (c) => {
    const passkeyId = idOf(c, 'passkeyId')
    const { id } = provenAccountOf(c)
    if (!(await deletePasskey(c.env.DB, id, passkeyId, actOf(c, 'passkey_removed')))) {
      throw new CodedError('conflict', 'the account has no other way in')
    }
    return c.body(null, 204)
  })

function answerChallenge(c: Context<AppEnv>): Response {
  return c.json({ challenge: challenge(c) } satisfies PasskeyChallenge)
}

/**
 * Counts a wrong answer as a try of its network, or of a device that has signed in before (T29), and keeps
 * an act of it within that limit. A right one is never refused: nobody guesses a signature.
 */
async function checkPasskey(c: Context<AppEnv>, assertion: Assertion) {
  const found = await findPasskey(c.env.DB, assertion.credentialId)
  const key = found && accountKey(c.env, found.account.email)
  const device = key && readDevice(c.env.PASSWORD_PEPPER, key, readDeviceCookie(c))
  try {
    if (!found) throw new CodedError('wrong_credentials')
    if (found.isSuspended) throw new CodedError('wrong_credentials', 'the passkey is suspended')
    const use = await readAssertion(c, found, assertion)
    const isNew = await notePasskeyUse(c.env.DB, found.id, use, Date.now())
    if (!isNew) throw new CodedError('wrong_credentials')
    return { account: found.account, isKnownDevice: device !== null }
  } catch (error) {
    if (hasCode(error, 'wrong_credentials')) {
      if (device) await admitDevice(c, device)
      else await admitNetwork(c, 'passkeys')
      if (found) {
        await keepOrRepeat(c.env.DB, toAct(found.account.id, 'sign_in_failed'), c.executionCtx)
      }
    }
    throw error
  }
}
