import * as v from 'valibot'
import type { EditRequest, EnterRequest, OwnPerson } from '#contract/person.ts'
import { nameSchema } from '#contract/person.ts'
import { formatPhone, phoneSchema, toPhone } from '#contract/phone.ts'
import { tableSchema } from '#contract/table.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import type { ProfileDraft } from '#web/session/visit.ts'

export type Profile = Omit<EnterRequest, 'attempt' | 'table' | 'deviceKey' | 'mark'>

const profileSchema = v.object({ name: nameSchema, phone: v.nullable(phoneSchema) })
const editSchema = v.object({ ...profileSchema.entries, table: tableSchema })

const TEXTS = {
  name: { missing: profileTexts.nameMissing, invalid: profileTexts.nameTooLong },
  phone: { missing: profileTexts.phoneInvalid, invalid: profileTexts.phoneInvalid },
  table: { missing: profileTexts.tableMissing, invalid: profileTexts.tableTooLong },
}
export type ProfileProblems = Partial<Record<keyof typeof profileSchema.entries, string>>
export type EditProblems = Partial<Record<keyof typeof editSchema.entries, string>>

export function readProfile(
  draft: ProfileDraft,
): { profile: Profile; problems?: never } | { profile?: never; problems: ProfileProblems } {
  const { success, output, issues } = v.safeParse(profileSchema, withPhone(draft))
  return success ? { profile: { ...draft, ...output } } : { problems: toProblems(issues) }
}

export interface EditDraft extends ProfileDraft {
  table: string
}

export function toEditDraft(you: OwnPerson): EditDraft {
  const { name, photo, interest, showsInterest, table } = you
  return { name, photo, interest, showsInterest, table, phone: formatPhone(you.phone ?? '') }
}

/** Only the changed fields, or all problems. */
export function readEdit(
  draft: EditDraft,
  you: OwnPerson,
): { changes: EditRequest; problems?: never } | { changes?: never; problems: EditProblems } {
  const { success, output, issues } = v.safeParse(editSchema, withPhone(draft))
  if (!success) return { problems: toProblems(issues) }
  const kept: Record<string, unknown> = { ...you }
  const wanted = Object.entries({ ...draft, ...output })
  return { changes: Object.fromEntries(wanted.filter(([key, value]) => value !== kept[key])) }
}

function withPhone<T extends ProfileDraft>(draft: T): Omit<T, 'phone'> & { phone: string | null } {
  const { phone } = draft
  return { ...draft, phone: phone.trim() === '' ? null : (toPhone(phone) ?? phone) }
}

function toProblems(issues: readonly v.BaseIssue<unknown>[]): EditProblems {
  const texts = issues.map(({ path, type }) => {
    const field = path?.[0]?.key as keyof typeof TEXTS
    return [field, TEXTS[field][type === 'min_length' ? 'missing' : 'invalid']]
  })
  return Object.fromEntries(texts)
}

export function firstField<P extends EditProblems>(problems: P): keyof P | null {
  return (Object.keys(problems) as (keyof P)[])[0] ?? null
}
