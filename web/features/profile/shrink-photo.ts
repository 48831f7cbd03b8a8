import { LIMITS } from '#contract/limits.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import type { Area } from '#web/pictures/geometry.ts'
import type { PictureProblem } from '#web/pictures/open-picture.ts'
import { shrinkBitmap } from '#web/pictures/shrink-picture.ts'
import { toDataUrl } from './photo-data.ts'

const PHOTO = { sidePx: LIMITS.photoSidePx, bytes: LIMITS.photoBytes }

/** Null if no quality makes the square small enough to send inline. */
export async function shrinkPhoto(bitmap: ImageBitmap, square: Area): Promise<string | null> {
  const { picture } = await shrinkBitmap(bitmap, PHOTO, square)
  return picture ? await toDataUrl(picture) : null
}

export const PHOTO_PROBLEMS: Record<PictureProblem, string> = {
  unreadable: profileTexts.photoUnreadable,
  heic: profileTexts.photoInHeic,
  cutOff: profileTexts.photoCutOff,
  tooWide: profileTexts.photoTooLarge,
  tooLarge: profileTexts.photoTooLarge,
}
