import * as v from 'valibot'
import { removalReasonSchema } from './removals.ts'

/** What somebody did in the administration, and what is shown of it on the page "Registro". */
export const ACT_KINDS = [
  'signed_in',
  'new_device',
  'sign_in_failed',
  'account_made',
  'password_set',
  'password_changed',
  'passkey_added',
  'passkey_removed',
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
  /** Null: an administrator's is not for owners; or the account is gone. */
  email: v.nullable(v.string()),
  barId: v.nullable(v.string()),
  /** Null for a bar that is gone. */
  barName: v.nullable(v.string()),
  timeZone: v.string(),
  personId: v.nullable(v.string()),
  /** The account that it was about. Null as `email`. */
  memberEmail: v.nullable(v.string()),
  isMemberAdmin: v.optional(v.boolean(), false),
  people: v.nullable(v.number()),
  /** Of a removal. Null if it names none that this page knows. */
  reason: v.fallback(v.nullable(removalReasonSchema), null),
})
export type ShownAct = v.InferOutput<typeof actSchema>

export const actsSchema = v.object({
  acts: v.array(actSchema),
  /** Where the next page begins. Null at the end. */
  next: v.nullable(v.string()),
})
export type ShownActs = v.InferOutput<typeof actsSchema>

export const revealedPhoneSchema = v.object({ phone: v.string() })
export type RevealedPhone = v.InferOutput<typeof revealedPhoneSchema>

/** Absent: all. */
export interface ActFilter {
  bar?: string | undefined
  kind?: ActKind | undefined
  account?: string | undefined
  person?: string | undefined
}
