import * as v from 'valibot'
import { linkTokenSchema, MEMBER_ROLES, newAccountSchema } from './admin.ts'
import { emailSchema } from './email.ts'
import { newPasskeySchema } from './passkeys.ts'

/** The owners and staff of a bar. Times are milliseconds since 1970. */
export const teamSchema = v.object({
  barName: v.string(),
  members: v.array(
    v.object({
      id: v.string(),
      /** Only administrators see the email of an administrator. */
      email: v.nullable(v.string()),
      role: v.picklist(MEMBER_ROLES),
      since: v.number(),
      /** False while only the person who joined has typed the email. */
      isEmailConfirmed: v.boolean(),
    }),
  ),
  /** Unused links. */
  invitations: v.array(
    v.object({ id: v.string(), role: v.picklist(MEMBER_ROLES), expiresAt: v.number() }),
  ),
})
export type Team = v.InferOutput<typeof teamSchema>
export type Member = Team['members'][number]
export type Invitation = Team['invitations'][number]

export const invitationRequestSchema = v.strictObject({ role: v.picklist(MEMBER_ROLES) })

/** A one-time link. Only the answer to its creator contains it. */
export const oneTimeLinkSchema = v.object({ link: v.string(), expiresAt: v.number() })
export type OneTimeLink = v.InferOutput<typeof oneTimeLinkSchema>

/** The page that the link opens shows this. */
export const openedInvitationSchema = v.object({
  barName: v.string(),
  role: v.picklist(MEMBER_ROLES),
  expiresAt: v.number(),
})
export type OpenedInvitation = v.InferOutput<typeof openedInvitationSchema>

export const linkRequestSchema = v.strictObject({ token: linkTokenSchema })

/** Asks for the challenge that the passkey of a new account answers. */
export const joinChallengeRequestSchema = v.strictObject({
  ...linkRequestSchema.entries,
  email: emailSchema,
})
export type JoinChallengeRequest = v.InferInput<typeof joinChallengeRequestSchema>

/** Creates an account for the invited person, with a password or a passkey. */
export const joinRequestSchema = v.union([
  v.strictObject({ ...linkRequestSchema.entries, ...newAccountSchema.entries }),
  v.strictObject({ ...joinChallengeRequestSchema.entries, passkey: newPasskeySchema }),
])
export type JoinRequest = v.InferInput<typeof joinRequestSchema>
