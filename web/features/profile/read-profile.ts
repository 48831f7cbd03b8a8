import { safeParse } from 'valibot'
import { typedEntryCodeSchema } from '#contract/entry-code.ts'
import { toDense, toNumber } from '#contract/identifier.ts'
import type { OwnPerson } from '#contract/person.ts'
import { formatPhone } from '#contract/phone.ts'
import type { EditRequest } from '#contract/profile-form.ts'
import { editFormSchema, profileFormSchema } from '#contract/profile-form.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import type { ProfileDraft } from '#web/session/drafts.ts'
import type { FormTexts } from '#web/ui/read-form.ts'
import { readForm } from '#web/ui/read-form.ts'

type CheckedField = 'photo' | 'name' | 'phone' | 'table'
export type ProfileProblems = Partial<Record<CheckedField | 'entryCode' | 'form', string>>

const TEXTS: FormTexts<CheckedField> = {
  photo: profileTexts.photoRefused,
  name: profileTexts.nameTooLong,
  'name.min_length': profileTexts.nameMissing,
  phone: profileTexts.phoneInvalid,
  table: profileTexts.tableTooLong,
  'table.min_length': profileTexts.tableMissing,
}

export function readProfile(draft: ProfileDraft) {
  return readForm(profileFormSchema, draft, TEXTS)
}

/** Null if nothing was typed, undefined if it is no code. */
export function readEntryCode(typed: string): string | null | undefined {
  if (typed.trim() === '') return null
  // The schema takes few characters, and a pasted sentence has more.
  const { success, output } = safeParse(typedEntryCodeSchema, toDense(toNumber(typed)))
  return success ? output : undefined
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
): { changes: EditRequest; problems?: never } | { changes?: never; problems: ProfileProblems } {
  const { photo, ...typed } = draft
  const form = photo === you.photo ? typed : draft
  const { values, problems } = readForm(editFormSchema, form, TEXTS)
  if (!values) return { problems }
  const before: Record<string, unknown> = { ...you }
  const changed = Object.entries(values).filter(([key, value]) => value !== before[key])
  return { changes: Object.fromEntries(changed) }
}
