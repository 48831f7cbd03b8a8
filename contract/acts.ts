import * as v from 'valibot'
import { removalReasonSchema } from './removals.ts'

/** The kinds of act in the record of the administration, which the page "Registro" shows. */
export const ACT_KINDS = [
  'signed_in',
  'new_device',
  'sign_in_failed',
  'account_made',
  'password_set',
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'passkey_confirmed',
  'password_link_made',
  'invitation_made',
  'invitation_cancelled',
  'member_joined',
  'member_removed',
  'bar_made',
  'bar_changed',
  'bar_paused',
  'bar_reopened',
  'bar_deleted',
  'person_removed',
  'removal_undone',
  'bar_emptied',
  'network_cleared',
  'entry_code_switched',
  'entry_code_renewed',
  'phone_revealed',
  'site_stopped',
  'site_reopened',
  'report_opened',
  'report_closed',
  'report_messages_read',
] as const
export type ActKind = (typeof ACT_KINDS)[number]
export const actKindSchema = v.picklist(ACT_KINDS)

const actSchema = v.object({
  id: v.string(),
  at: v.number(),
  kind: actKindSchema,
  accountId: v.string(),
  /** Owners do not see the email of an administrator. Also null once the account is deleted. */
  email: v.nullable(v.string()),
  barId: v.nullable(v.string()),
  /** The bar's name, or null once the bar is deleted. */
  barName: v.nullable(v.string()),
  timeZone: v.string(),
  personId: v.nullable(v.string()),
  /** The email of the account that the act was about. It is null in the same cases as `email`. */
  memberEmail: v.nullable(v.string()),
  isMemberAdmin: v.boolean(),
  people: v.nullable(v.number()),
  /** The reason of a removal, or null if this page does not know it. */
  reason: v.fallback(v.nullable(removalReasonSchema), null),
  /** How often it was done within a minute; reports of a person, within an hour. */
  times: v.number(),
})
export type ShownAct = v.InferOutput<typeof actSchema>

export const actsSchema = v.object({
  acts: v.array(actSchema),
  /** The cursor of the next page, or null on the last one. */
  next: v.nullable(v.string()),
})
export type ShownActs = v.InferOutput<typeof actsSchema>

export const revealedPhoneSchema = v.object({ phone: v.string() })
export type RevealedPhone = v.InferOutput<typeof revealedPhoneSchema>

/** A filter that is absent lets every act through. */
export interface ActFilter {
  bar?: string | undefined
  kind?: ActKind | undefined
  account?: string | undefined
  person?: string | undefined
}
