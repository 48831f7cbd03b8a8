import { randomBytes } from 'node:crypto'
import type { PictureType } from '#contract/person.ts'
import { PICTURE_TYPES } from '#contract/person.ts'

const EXTENSIONS: Record<PictureType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

export type MediaFolder = 'logos' | 'photos' | 'profiles'

/** 192 bits, so that no address can be guessed. */
const NAME_BYTES = 24

export function mintMediaKey(folder: MediaFolder, type: PictureType): string {
  const name = randomBytes(NAME_BYTES).toString('base64url')
  return `${folder}/${name}.${EXTENSIONS[type]}`
}

const MEDIA_KEY = /^(?:logos|photos|profiles)\/[\w-]{22,64}(?:\.thumbnail)?\.(?:jpg|png|webp)$/

export function isMediaKey(key: string): boolean {
  return MEDIA_KEY.test(key)
}

/** The type that the key was minted for. Throws for a key of no picture. */
export function toPictureType(key: string): PictureType {
  const type = PICTURE_TYPES.find((known) => key.endsWith(`.${EXTENSIONS[known]}`))
  if (type === undefined) throw new Error(`${key} is the key of no picture.`)
  return type
}
