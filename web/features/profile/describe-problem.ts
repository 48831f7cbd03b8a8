import { CodedError } from '#contract/errors.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import type { FieldErrors } from './profile-fields.tsx'

/** Only the missing name gets a toast; other problems show beside their fields. */
export function tellProblems(problems: FieldErrors): void {
  const { nameMissing: title, nameMissingHint: description } = profileTexts
  if (problems.name === title) showToast({ title, description, tone: 'destructive' })
}

export function describeRefusal(
  error: unknown,
  attempt: 'enter' | 'edit',
): { description: string; hint?: string; field?: FieldErrors } {
  const isEdit = attempt === 'edit'
  if (!(error instanceof CodedError)) return { description: sharedTexts.unexpectedError }
  switch (error.code) {
    case 'bar_full':
      return { description: profileTexts.barFull }
    case 'misbehaved':
      return { description: profileTexts.keptOut }
    case 'bar_paused':
      return { description: profileTexts.barPaused }
    case 'rate_limited':
      return { description: profileTexts.tooManyTries }
    default: {
      const isUpdate = isEdit || error.code === 'update_failed'
      const description = isUpdate ? profileTexts.updateFailed : profileTexts.saveFailed
      const { photoRefused: hint } = profileTexts
      // At the photo too: it may be far above the pressed button.
      return error.code === 'photo_refused'
        ? { description, hint, field: { photo: hint } }
        : { description }
    }
  }
}

export function tellRefusal(error: unknown, attempt: 'enter' | 'edit'): FieldErrors {
  const { description, hint, field = {} } = describeRefusal(error, attempt)
  showToast({ title: sharedTexts.error, description, hint, tone: 'destructive' })
  return field
}
