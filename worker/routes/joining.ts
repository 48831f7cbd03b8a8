import type { Context } from 'hono'
import { Hono } from 'hono'
import type { AdminSession } from '#contract/admin.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { CodedError } from '#contract/errors.ts'
import type { OpenedInvitation } from '#contract/team.ts'
import { joinRequestSchema, linkRequestSchema } from '#contract/team.ts'
import { toAct } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { hashSecret } from '#worker/auth/tokens.ts'
import { findAccount } from '#worker/db/accounts.ts'
import type { FoundInvitation } from '#worker/db/invitations.ts'
import { findInvitation, joinBarAnew } from '#worker/db/invitations.ts'
import { readJsonBody } from '#worker/http/input.ts'
import { admitNetwork, makeAccount, openSession, rememberDevice } from './admin-login.ts'

/** For whoever has opened a link of a bar. The token is in the body: addresses end in logs. */
export const joining = new Hono<AppEnv>()
  .post(ADMIN_API.invitation, async (c) => {
    const { token } = await readJsonBody(c.req.raw, linkRequestSchema)
    await admitNetwork(c)
    const { barName, role, expiresAt } = await invitationOf(c, token)
    return c.json({ barName, role, expiresAt } satisfies OpenedInvitation)
  })
  .post(ADMIN_API.join, async (c) => {
    const { token, email, password } = await readJsonBody(c.req.raw, joinRequestSchema)
    await admitNetwork(c)
    const invitation = await invitationOf(c, token)
    // Whoever holds an invitation learns that an email has an account, and signs in instead.
    if (await findAccount(c.env.DB, email)) throw new CodedError('email_taken')
    const { account, now } = await makeAccount(c, email, password)
    const act = toAct(account.id, 'member_joined', { barId: invitation.barId })
    if (!(await joinBarAnew(c.env.DB, invitation, account, now, act))) {
      const isTaken = await findAccount(c.env.DB, email)
      throw new CodedError(isTaken ? 'email_taken' : 'link_expired')
    }
    const user = await openSession(c, { id: account.id, passwordSetAt: now }, 'password')
    rememberDevice(c, email)
    return c.json({ user } satisfies AdminSession, 201)
  })

/** Throws `link_expired`. */
export async function invitationOf(
  c: Context<AppEnv>,
  token: string,
): Promise<FoundInvitation & { tokenHash: string }> {
  const tokenHash = hashSecret(token)
  const found = await findInvitation(c.env.DB, tokenHash, Date.now())
  if (!found) throw new CodedError('link_expired')
  return { ...found, tokenHash }
}
