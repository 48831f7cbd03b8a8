import { LIMITS } from '#contract/limits.ts'
import type { EnterRequest } from '#contract/person.ts'
import { toPhone } from '#contract/phone.ts'
import { countGraphemes, toLine } from '#contract/plain-text.ts'
import type { ProfileDraft } from '#web/session/profile-draft.ts'

export type Profile = Pick<EnterRequest, 'name' | 'phone' | 'photo' | 'interest'>
export type ProfileProblem = 'nameMissing' | 'nameTooLong' | 'phoneInvalid'

/** What was typed as a profile, or the first thing that is wrong with it. */
export function readProfile(
  draft: ProfileDraft,
): { profile: Profile; problem?: never } | { profile?: never; problem: ProfileProblem } {
  const name = toLine(draft.name)
  if (name === '') return { problem: 'nameMissing' }
  if (countGraphemes(name) > LIMITS.nameGraphemes) return { problem: 'nameTooLong' }
  const phone = draft.phone.trim() === '' ? null : toPhone(draft.phone)
  if (phone === null && draft.phone.trim() !== '') return { problem: 'phoneInvalid' }
  return { profile: { name, phone, photo: draft.photo, interest: draft.interest } }
}
