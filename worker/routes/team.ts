import { Hono } from 'hono'
import type { AdminSession } from '#contract/admin.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { toJoiningLink, toPasswordLink } from '#contract/admin-paths.ts'
import { CodedError } from '#contract/errors.ts'
import type { OneTimeLink, Team } from '#contract/team.ts'
import { TIMINGS } from '#contract/timings.ts'
import { actOf } from '#worker/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { hashSecret, mintToken } from '#worker/auth/tokens.ts'
import { findAdminSession } from '#worker/db/admin-sessions.ts'
import {
  createInvitation,
  deleteInvitation,
  findInvitationRole,
  joinBar,
} from '#worker/db/invitations.ts'
import { createPasswordLink, deleteMembership, findMemberRole, findTeam } from '#worker/db/teams.ts'
import { at } from '#worker/http/at.ts'
import { idOf, readJsonBody } from '#worker/http/input.ts'
import { ownOriginOf } from '#worker/http/own-origin.ts'
import { accountOf, barFor, sessionOf } from '#worker/middleware/signed-in.ts'
import { sendAccessChanged, sendBarJoined } from '#worker/monitor/notify.ts'
import { alsoGranted, TO_CHANGE } from '#worker/policy/rights.ts'
import { invitationOf } from './joining.ts'

/** Lists the owners and staff of a bar, invites them and removes them. */
export const team = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.readTeam), async (c) => {
    const found = await findTeam(c.env.DB, await barFor(c, 'seeTeam'), Date.now())
    if (!found) throw new CodedError('bar_not_found')
    return c.json(found satisfies Team)
  })
  .on(...at(ADMIN_ENDPOINTS.removeMember), async (c) => {
    const seen = await barFor(c, 'seeTeam')
    const memberId = idOf(c, 'accountId')
    const role = await findMemberRole(c.env.DB, seen, memberId)
    const granted = role && alsoGranted(seen, TO_CHANGE[role])
    if (!granted) throw new CodedError('not_found')
    // The member's next request finds no bar, because every request reads the memberships.
    const act = actOf(c, 'member_removed', { barId: granted.barId, memberId })
    await deleteMembership(c.env.DB, granted, { id: memberId, role }, act)
    await sendAccessChanged(c.env, granted.barId, memberId)
    return c.body(null, 204)
  })
  .on(...at(ADMIN_ENDPOINTS.linkPassword), async (c) => {
    const granted = await barFor(c, 'linkPassword')
    const memberId = idOf(c, 'accountId')
    const role = await findMemberRole(c.env.DB, granted, memberId)
    if (!role) throw new CodedError('not_found')
    const token = mintToken()
    const expiresAt = Date.now() + TIMINGS.passwordLinkMs
    const link = { tokenHash: hashSecret(token), expiresAt }
    const act = actOf(c, 'password_link_made', { barId: granted.barId, memberId })
    if (!(await createPasswordLink(c.env.DB, granted, memberId, link, act))) {
      throw new CodedError('belongs_elsewhere')
    }
    const address = toPasswordLink(ownOriginOf(c.req.raw, c.env), token)
    return c.json({ link: address, expiresAt } satisfies OneTimeLink, 201)
  })
  .on(...at(ADMIN_ENDPOINTS.invite), async (c) => {
    const { role } = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.invite.body)
    const granted = await barFor(c, TO_CHANGE[role])
    const token = mintToken()
    const [id, tokenHash] = [crypto.randomUUID(), hashSecret(token)]
    const expiresAt = Date.now() + TIMINGS.invitationMs
    const invitation = { id, tokenHash, role, expiresAt }
    const act = actOf(c, 'invitation_made', { barId: granted.barId })
    if (!(await createInvitation(c.env.DB, granted, invitation, act))) {
      throw new CodedError('conflict', 'too many invitations are open, or the team is full')
    }
    const link = toJoiningLink(ownOriginOf(c.req.raw, c.env), token)
    return c.json({ link, expiresAt } satisfies OneTimeLink, 201)
  })
  .on(...at(ADMIN_ENDPOINTS.cancelInvitation), async (c) => {
    const seen = await barFor(c, 'seeTeam')
    const id = idOf(c, 'invitationId')
    const role = await findInvitationRole(c.env.DB, seen, id)
    const granted = role && alsoGranted(seen, TO_CHANGE[role])
    if (!granted) throw new CodedError('not_found')
    const act = actOf(c, 'invitation_cancelled', { barId: granted.barId })
    await deleteInvitation(c.env.DB, granted, id, act)
    return c.body(null, 204)
  })
  .on(...at(ADMIN_ENDPOINTS.joinSignedIn), async (c) => {
    const { token } = await readJsonBody(c.req.raw, ADMIN_ENDPOINTS.joinSignedIn.body)
    const invitation = await invitationOf(c, token)
    const act = actOf(c, 'member_joined', { barId: invitation.barId })
    const joined = await joinBar(c.env.DB, invitation, accountOf(c).id, act)
    if (!joined) throw new CodedError('link_expired')
    await sendBarJoined(c.env, accountOf(c).id)
    const session = await findAdminSession(c.env.DB, sessionOf(c).tokenHash, Date.now())
    if (!session) throw new CodedError('unauthenticated')
    return c.json({ user: session.user } satisfies AdminSession)
  })
