import type * as portuguese from '../photo-button.ts'
import type { Translated } from '../translated.ts'

export const photoButtonTexts: Translated<typeof portuguese.photoButtonTexts> = {
  photo: 'Photo',
  takePhoto: 'Take a photo',
  choosePhoto: 'Choose a photo',
}
