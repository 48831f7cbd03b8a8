import { CodedError } from '#contract/errors.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { isUnanswered } from '#web/api/request.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import type { ProfileProblems } from './read-profile.ts'

/** Only the missing name gets a toast; other problems show beside their fields. */
export function showMissingName(problems: ProfileProblems): void {
  const { nameMissing: title, nameMissingHint: description } = profileTexts
  if (problems.name === title) showToast({ title, description })
}

interface RefusalTexts {
  description: string
  hint?: string
  problems?: ProfileProblems
}

export function describeRefusal(error: unknown, attempt: 'enter' | 'edit'): RefusalTexts {
  if (isUnanswered(error)) {
    return { description: sharedTexts.unexpectedError, hint: sharedTexts.offlineHint }
  }
  if (!(error instanceof CodedError)) return { description: sharedTexts.unexpectedError }
  switch (error.code) {
    case 'bar_full':
      return { description: profileTexts.barFull }
    case 'entry_code_needed': {
      const { entryCodeNeeded: description } = profileTexts
      return { description, problems: { entryCode: description } }
    }
    case 'entry_code_wrong': {
      const { entryCodeWrong: description } = profileTexts
      return { description, problems: { entryCode: description } }
    }
    case 'misbehaved':
      return { description: profileTexts.banned }
    case 'bar_paused':
      return { description: profileTexts.barPaused }
    case 'site_stopped':
      return { description: profileTexts.siteStopped }
    case 'rate_limited':
      return { description: profileTexts.tooManyTries }
    default: {
      const isUpdate = attempt === 'edit' || error.code === 'update_failed'
      const description = isUpdate ? profileTexts.updateFailed : profileTexts.saveFailed
      return error.code === 'photo_refused'
        ? { description, problems: { photo: profileTexts.photoRefused } }
        : { description }
    }
  }
}

/** Said in a toast, and above the pressed button, where `form` of the problems stays; or at the field, which gets the focus. */
export function showRefusal(error: unknown, attempt: 'enter' | 'edit'): ProfileProblems {
  const { description, hint, problems } = describeRefusal(error, attempt)
  if (!problems?.entryCode)
    showToast({ title: sharedTexts.error, description, hint, tone: 'destructive' })
  return problems ?? { form: hint ?? description }
}
