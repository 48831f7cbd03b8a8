import type * as portuguese from '../pictures.ts'
import type { Translated } from '../translated.ts'

export const pictureTexts: Translated<typeof portuguese.pictureTexts> = {
  unreadable: 'No pudimos abrir esta imagen. Elige una foto en JPEG, PNG o WebP.',
  heic: 'Este navegador no abre fotos en HEIC. Elige una en JPEG, PNG o WebP.',
  cutOff: 'Esta foto está incompleta. Elige otra o descárgala de nuevo.',
  tooLarge: 'Esta foto es demasiado grande incluso reducida. Elige otra.',
}
