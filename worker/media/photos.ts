import { Buffer } from 'node:buffer'
import { MEDIA_PREFIX } from '#contract/paths.ts'
import { log } from '#worker/log.ts'
import { erasePhotos } from './erase-many.ts'
import { mintMediaKey } from './keys.ts'
import { PERSON_PHOTO, readPicture } from './picture.ts'
import type { Picture } from './picture-reader.ts'

export interface NewPhoto {
  path: string
  picture: Picture
}

/** Throws `photo_refused`. */
export function readPhoto(dataUrl: string): NewPhoto {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const picture = readPicture(bytes, PERSON_PHOTO)
  return { path: MEDIA_PREFIX + mintMediaKey('profiles', picture.type), picture }
}

/**
 * Stores the photo while the person enters an open bar, else after the room's yes. A photo that
 * cannot be stored refuses nobody.
 */
export async function keepPhotoWhile<T>(
  env: Env,
  { path, picture }: NewPhoto,
  entering: Promise<T>,
  isOpen: boolean,
): Promise<T> {
  if (!isOpen) await entering
  const httpMetadata = { contentType: picture.type }
  const keeping = env.MEDIA.put(path.slice(MEDIA_PREFIX.length), picture.bytes, { httpMetadata })
  const [entered, kept] = await Promise.allSettled([entering, keeping])
  if (kept.status === 'rejected') log('photo_not_stored', { error: kept.reason })
  if (entered.status === 'fulfilled') return entered.value
  await erasePhoto(env, path).catch((error) => log('photo_not_erased', { error }))
  throw entered.reason
}

/** A missing photo is no error. */
export function erasePhoto(env: Env, path: string): Promise<void> {
  return erasePhotos(env, [path])
}
