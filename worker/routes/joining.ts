import type { Context } from 'hono'
import { Hono } from 'hono'
import type { AdminSession } from '#contract/admin.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { CodedError } from '#contract/errors.ts'
import type { PasskeyChallenge } from '#contract/passkeys.ts'
import type { JoinChallengeRequest, JoinRequest, OpenedInvitation } from '#contract/team.ts'
import { toAct } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { challenge, readNewPasskey } from '#worker/auth/passkeys.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { findAccount } from '#worker/db/accounts.ts'
import type { FoundInvitation } from '#worker/db/invitations.ts'
import { findInvitation, joinBarAnew } from '#worker/db/invitations.ts'
import { at } from '#worker/http/at.ts'
import { readJsonBody } from '#worker/http/input.ts'
import {
  admitLink,
  admitNetwork,
  hashNewPassword,
  openSession,
  rememberDevice,
} from './admin-login.ts'

/** Serves people with a bar's invitation. The token is in the body, because URLs end in logs. */
export const joining = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.openInvitation), async (c) => {
    const { token } = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.openInvitation.body)
    const { barName, role, expiresAt } = await invitationOf(c, token)
    return c.json({ barName, role, expiresAt } satisfies OpenedInvitation)
  })
  .on(...at(ADMIN_ENDPOINTS.join), async (c) => {
    const request = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.join.body)
    const { email } = request
    const invitation = await invitationForNew(c, request)
    const credentials = await readCredentials(c, request, invitation.barName)
    const id = crypto.randomUUID()
    const act = toAct(id, 'member_joined', { barId: invitation.barId })
    if (!(await joinBarAnew(c.env.DB, invitation, { id, email, ...credentials }, act))) {
      await invitationForNew(c, request)
      throw new CodedError('conflict', 'the passkey is of another account')
    }
    const { passwordHash } = credentials
    const account = { id, passwordSetAt: passwordHash === null ? null : act.at }
    const user = await openSession(c, account, passwordHash ? 'password' : 'passkey')
    rememberDevice(c, email)
    return c.json({ user } satisfies AdminSession, 201)
  })
  // Checks the invitation before the browser makes a passkey that would be refused.
  .on(...at(ADMIN_ENDPOINTS.challengeToJoin), async (c) => {
    const request = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.challengeToJoin.body)
    await invitationForNew(c, request)
    return c.json({ challenge: challenge(c) } satisfies PasskeyChallenge)
  })

/** Throws `link_expired`, `throttled` and `email_taken`. */
async function invitationForNew(
  c: Context<AppEnv>,
  { token, email }: JoinChallengeRequest,
): Promise<FoundInvitation & { tokenHash: string }> {
  const invitation = await invitationOf(c, token)
  await admitLink(c, invitation.tokenHash)
  // The holder of an invitation may learn that the email has an account, and signs in instead.
  if (await findAccount(c.env.DB, email)) throw new CodedError('email_taken')
  return invitation
}

/** Throws `wrong_credentials`, `weak_password` or `personal_password`. */
async function readCredentials(c: Context<AppEnv>, request: JoinRequest, barName: string) {
  if ('passkey' in request) {
    return { passwordHash: null, passkey: await readNewPasskey(c, request.passkey) }
  }
  const { email, password } = request
  const passwordHash = await hashNewPassword(c, password, { email, barNames: [barName] })
  return { passwordHash, passkey: null }
}

/** Counts a wrong token as a try of its network. Throws `link_expired` and `throttled`. */
export async function invitationOf(
  c: Context<AppEnv>,
  token: string,
): Promise<FoundInvitation & { tokenHash: string }> {
  const tokenHash = hashSecret(token)
  const found = await findInvitation(c.env.DB, tokenHash, Date.now())
  if (!found) {
    await admitNetwork(c, 'links')
    throw new CodedError('link_expired')
  }
  return { ...found, tokenHash }
}
