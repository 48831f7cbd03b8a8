import type * as portuguese from '../pictures.ts'
import type { Translated } from '../translated.ts'

export const pictureTexts: Translated<typeof portuguese.pictureTexts> = {
  unreadable: 'We couldn’t open this picture. Choose a JPEG, PNG or WebP photo.',
  heic: 'This browser can’t open HEIC photos. Choose a JPEG, PNG or WebP one.',
  cutOff: 'This photo is incomplete. Choose another or download it again.',
  tooLarge: 'This photo is too large even when reduced. Choose another.',
}
