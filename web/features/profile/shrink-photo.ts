import { LIMITS } from '#contract/limits.ts'
import { shrinkPicture } from '#web/pictures/shrink-picture.ts'
import { toDataUrl } from './photo-data.ts'

export type ShrunkPhoto =
  | { data: string; problem?: never }
  | { data?: never; problem: 'unreadable' | 'tooLarge' }

/** Makes a picture small enough to send inline. */
export async function shrinkPhoto(file: Blob): Promise<ShrunkPhoto> {
  const limits = { sidePx: LIMITS.photoSidePx, bytes: LIMITS.photoBytes }
  const { picture, problem } = await shrinkPicture(file, limits)
  if (picture) return { data: await toDataUrl(picture) }
  const isTooLarge = problem === 'tooLarge' || problem === 'tooWide'
  return { problem: isTooLarge ? 'tooLarge' : 'unreadable' }
}
