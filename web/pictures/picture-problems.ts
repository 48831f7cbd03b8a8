import { pictureTexts } from '#contract/texts/pictures.ts'
import type { PictureProblem } from './open-picture.ts'

export const PICTURE_PROBLEMS: Record<PictureProblem, string> = {
  ...pictureTexts,
  tooWide: pictureTexts.tooLarge,
}
