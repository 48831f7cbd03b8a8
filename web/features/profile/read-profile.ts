import { LIMITS } from '#contract/limits.ts'
import type { EditRequest, EnterRequest, OwnPerson } from '#contract/person.ts'
import { formatPhone, toPhone } from '#contract/phone.ts'
import { readText, toLine } from '#contract/plain-text.ts'
import type { ProfileDraft } from '#web/session/profile-draft.ts'

export type Profile = Omit<EnterRequest, 'id' | 'table' | 'deviceKey'>
export type ProfileProblem = 'nameMissing' | 'nameTooLong' | 'phoneInvalid'

/** What was typed as a profile, or the first thing that is wrong with it. */
export function readProfile(
  draft: ProfileDraft,
): { profile: Profile; problem?: never } | { profile?: never; problem: ProfileProblem } {
  const name = readText(draft.name, LIMITS.nameText, toLine)
  if (name === null) return { problem: 'nameTooLong' }
  if (name === '') return { problem: 'nameMissing' }
  const phone = draft.phone.trim() === '' ? null : toPhone(draft.phone)
  if (phone === null && draft.phone.trim() !== '') return { problem: 'phoneInvalid' }
  const { photo, interest, showsInterest } = draft
  return { profile: { name, phone, photo, interest, showsInterest } }
}

export interface EditDraft extends ProfileDraft {
  table: string
}
export type EditProblem = ProfileProblem | 'tableMissing' | 'tableTooLong'

/** The own profile as its fields show it. */
export function toEditDraft(you: OwnPerson): EditDraft {
  const { name, photo, interest, showsInterest, table } = you
  return { name, photo, interest, showsInterest, table, phone: formatPhone(you.phone ?? '') }
}

/** What was changed and nothing else, or the first thing that is wrong. */
export function readEdit(
  draft: EditDraft,
  you: OwnPerson,
): { changes: EditRequest; problem?: never } | { changes?: never; problem: EditProblem } {
  const { profile, problem } = readProfile(draft)
  if (!profile) return { problem }
  const table = readText(draft.table, LIMITS.tableText, toLine)
  if (table === null) return { problem: 'tableTooLong' }
  if (table === '') return { problem: 'tableMissing' }
  const wanted = Object.entries({ ...profile, table })
  const kept: Record<string, unknown> = { ...you }
  return { changes: Object.fromEntries(wanted.filter(([key, value]) => value !== kept[key])) }
}
