import * as v from 'valibot'
import { address } from '#contract/address.ts'
import type { AdminUser, MemberRole } from '#contract/admin.ts'
import { adminSessionSchema } from '#contract/admin.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { CodedError } from '#contract/errors.ts'
import type {
  JoinChallengeRequest,
  JoinRequest,
  OneTimeLink,
  OpenedInvitation,
  Team,
} from '#contract/team.ts'
import { oneTimeLinkSchema, openedInvitationSchema, teamSchema } from '#contract/team.ts'
import { adminRequest } from './admin-request.ts'
import { fetchChallenge, makePasskey } from './passkeys.ts'
import { request } from './request.ts'

export function fetchTeam(barId: string): Promise<Team> {
  return adminRequest(address(ADMIN_API.team, { barId }), teamSchema)
}

export function invite(barId: string, role: MemberRole): Promise<OneTimeLink> {
  return adminRequest(address(ADMIN_API.invitations, { barId }), oneTimeLinkSchema, {
    method: 'POST',
    json: { role },
  })
}

/** Succeeds also if it has been used or cancelled. */
export function cancelInvitation(barId: string, invitationId: string): Promise<void> {
  return remove(address(ADMIN_API.ownInvitation, { barId, invitationId }))
}

/** Succeeds also if somebody else has done it. */
export function removeMember(barId: string, accountId: string): Promise<void> {
  return remove(address(ADMIN_API.member, { barId, accountId }))
}

/** Throws `belongs_elsewhere`. */
export function linkPassword(barId: string, accountId: string): Promise<OneTimeLink> {
  return adminRequest(
    address(ADMIN_API.memberPasswordLink, { barId, accountId }),
    oneTimeLinkSchema,
    {
      method: 'POST',
    },
  )
}

/** Throws `link_expired`, as the two below. */
export function openInvitation(token: string): Promise<OpenedInvitation> {
  return request(ADMIN_API.invitation, openedInvitationSchema, { method: 'POST', json: { token } })
}

/** With a new account. Throws `email_taken`. */
export async function join(json: JoinRequest): Promise<AdminUser> {
  return (await request(ADMIN_API.join, adminSessionSchema, { method: 'POST', json })).user
}

/** With a new account that has a passkey and no password. Throws the browser's own error too. */
export async function joinByPasskey(
  { token, email }: JoinChallengeRequest,
  productName: string,
): Promise<AdminUser> {
  const challenge = await fetchChallenge(ADMIN_API.joinChallenge, { token, email })
  // The key's user handle: the account has no id yet.
  const owner = { id: crypto.randomUUID(), email, productName, known: [] }
  return join({ token, email, passkey: await makePasskey(challenge, owner) })
}

/** With the account that is signed in. */
export async function joinSignedIn(token: string): Promise<AdminUser> {
  const json = { token }
  return (await request(ADMIN_API.join, adminSessionSchema, { method: 'PUT', json })).user
}

async function remove(path: string): Promise<void> {
  try {
    await adminRequest(path, v.unknown(), { method: 'DELETE' })
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'not_found') throw error
  }
}
