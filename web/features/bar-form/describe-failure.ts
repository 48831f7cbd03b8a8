import { CodedError } from '#contract/errors.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { saysSignedOut } from '#web/api/admin-session.ts'
import type { PictureProblem } from '#web/pictures/open-picture.ts'

/** What the administrator is told of a bar that could not be registered. */
export function describeCreateFailure(error: unknown): string {
  if (saysSignedOut(error)) return adminTexts.sessionEndedDetail
  if (!(error instanceof CodedError)) return adminTexts.createFailedDetail
  switch (error.code) {
    case 'login_taken':
      return adminTexts.barLoginTaken
    case 'picture_gone':
      return adminTexts.pictureGone
    case 'conflict':
      return adminTexts.createdBefore
    default:
      return adminTexts.createFailedDetail
  }
}

/** What the administrator is told of a bar that could not be saved. */
export function describeSaveFailure(error: unknown): string {
  if (saysSignedOut(error)) return adminTexts.sessionEndedDetail
  if (!(error instanceof CodedError)) return adminTexts.saveFailedDetail
  switch (error.code) {
    case 'login_taken':
      return adminTexts.barLoginTaken
    case 'picture_gone':
      return adminTexts.pictureGone
    case 'bar_not_found':
      return adminTexts.barGone
    default:
      return adminTexts.saveFailedDetail
  }
}

const REFUSALS: readonly string[] = ['photo_refused', 'too_large', 'unsupported_media_type']

/** What the administrator is told of a picture that did not arrive. */
export function describeUploadFailure(error: unknown): string {
  if (saysSignedOut(error)) return adminTexts.sessionEndedDetail
  return error instanceof CodedError && REFUSALS.includes(error.code)
    ? adminTexts.pictureRefused
    : adminTexts.uploadFailed
}

const PROBLEMS: Record<PictureProblem, string> = {
  unreadable: adminTexts.pictureUnreadable,
  heic: adminTexts.pictureInHeic,
  cutOff: adminTexts.pictureCutOff,
  tooWide: adminTexts.pictureTooWide,
  tooLarge: adminTexts.pictureTooLarge,
}

export function describePictureProblem(problem: PictureProblem): string {
  return PROBLEMS[problem]
}
