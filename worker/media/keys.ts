import { randomBytes } from 'node:crypto'
import type { PictureType } from '#contract/person.ts'

const EXTENSIONS: Record<PictureType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

/** `logos/` and `photos/` of bars, `profiles/` of people. */
export type MediaFolder = 'logos' | 'photos' | 'profiles'

/** 192 bits: an address that nobody guesses, from another one neither. */
const NAME_BYTES = 24

/** A new key: nothing of it was chosen by whoever sent the picture. */
export function mintMediaKey(folder: MediaFolder, type: PictureType): string {
  const name = randomBytes(NAME_BYTES).toString('base64url')
  return `${folder}/${name}.${EXTENSIONS[type]}`
}

/** A folder, and a random name of 128 bits or more. */
const MEDIA_KEY = /^(?:logos|photos|profiles)\/[\w-]{22,64}\.(?:jpg|png|webp)$/

/** Whether anything can be kept under this key at all. */
export function isMediaKey(key: string): boolean {
  return MEDIA_KEY.test(key)
}
