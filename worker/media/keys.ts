import type { PictureType } from '#contract/person.ts'

export const EXTENSIONS: Record<PictureType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

/** `logos/`, `photos/` (of bars) or `profiles/` (of people), a random name of 128 bits or more. */
const MEDIA_KEY = /^(?:logos|photos|profiles)\/[\w-]{22,64}\.(?:jpg|png|webp)$/

export function isMediaKey(key: string): boolean {
  return MEDIA_KEY.test(key)
}
