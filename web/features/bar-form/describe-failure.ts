import { CodedError } from '#contract/errors.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { saysSignedOut } from '#web/api/admin-session.ts'
import type { PictureProblem } from '#web/pictures/open-picture.ts'

export function describeCreateFailure(error: unknown): string {
  if (saysSignedOut(error)) return adminTexts.sessionEndedDetail
  if (!(error instanceof CodedError)) return barFormTexts.createFailedDetail
  switch (error.code) {
    case 'login_taken':
      return barFormTexts.barLoginTaken
    case 'picture_gone':
      return barFormTexts.pictureGone
    case 'conflict':
      return barFormTexts.createdBefore
    default:
      return barFormTexts.createFailedDetail
  }
}

export function describeSaveFailure(error: unknown): string {
  if (saysSignedOut(error)) return adminTexts.sessionEndedDetail
  if (!(error instanceof CodedError)) return barFormTexts.saveFailedDetail
  switch (error.code) {
    case 'login_taken':
      return barFormTexts.barLoginTaken
    case 'picture_gone':
      return barFormTexts.pictureGone
    case 'bar_not_found':
      return adminTexts.barGone
    default:
      return barFormTexts.saveFailedDetail
  }
}

const REFUSALS: readonly string[] = ['photo_refused', 'too_large', 'unsupported_media_type']

export function describeUploadFailure(error: unknown): string {
  if (saysSignedOut(error)) return adminTexts.sessionEndedDetail
  return error instanceof CodedError && REFUSALS.includes(error.code)
    ? barFormTexts.pictureRefused
    : barFormTexts.uploadFailed
}

const PROBLEMS: Record<PictureProblem, string> = {
  unreadable: barFormTexts.pictureUnreadable,
  heic: barFormTexts.pictureInHeic,
  cutOff: barFormTexts.pictureCutOff,
  tooWide: barFormTexts.pictureTooWide,
  tooLarge: barFormTexts.pictureTooLarge,
}

export function describePictureProblem(problem: PictureProblem): string {
  return PROBLEMS[problem]
}
