import { Buffer } from 'node:buffer'
import { CodedError } from '#contract/errors.ts'
import { toThumbnail } from '#contract/face.ts'
import { MEDIA_PREFIX } from '#contract/paths.ts'
import { log } from '#worker/log.ts'
import { erasePhotos } from './erase-many.ts'
import { mintMediaKey } from './keys.ts'
import type { PictureLimits } from './picture.ts'
import { PERSON_PHOTO, readPicture, SMALL_PHOTO, THUMBNAIL } from './picture.ts'
import type { Picture } from './picture-reader.ts'

export interface NewPhoto {
  path: string
  picture: Picture
  /** Null where the device could not make one. Then the photo must be small, because lists show it. */
  thumbnail: Picture | null
}

/** Takes two data URLs. Throws `photo_refused`. */
export function readPhoto(photo: string, square: string | null): NewPhoto {
  const thumbnail = square === null ? null : readThumbnail(square)
  const picture = readData(photo, thumbnail ? PERSON_PHOTO : SMALL_PHOTO)
  return { path: MEDIA_PREFIX + mintMediaKey('profiles', picture.type), picture, thumbnail }
}

function readThumbnail(dataUrl: string): Picture {
  const thumbnail = readData(dataUrl, THUMBNAIL)
  if (thumbnail.width === thumbnail.height) return thumbnail
  throw new CodedError('photo_refused', 'a thumbnail that is not square')
}

function readData(dataUrl: string, limits: PictureLimits): Picture {
  return readPicture(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'), limits)
}

/**
 * Stores photo and thumbnail while the person enters an open bar. Otherwise it waits for the room's
 * consent. A failed put does not keep the person out. A refusal erases them; after any other failure the
 * room may have taken them, and the bucket's rule erases what it has not.
 */
export async function keepPhotoWhile<T>(
  env: Env,
  photo: NewPhoto,
  entering: Promise<T>,
  isOpen: boolean,
): Promise<T> {
  if (!isOpen) await entering
  const [entered, ...kept] = await Promise.allSettled([entering, ...putPhoto(env, photo)])
  for (const put of kept) {
    if (put.status === 'rejected') log('photo_not_stored', { error: put.reason })
  }
  if (entered.status === 'fulfilled') return entered.value
  const { reason } = entered
  if (reason instanceof CodedError && reason.code !== 'overloaded') {
    await erasePhoto(env, photo.path).catch((error) => log('photo_not_erased', { error }))
  }
  throw reason
}

function putPhoto(env: Env, { path, picture, thumbnail }: NewPhoto): Promise<unknown>[] {
  const key = path.slice(MEDIA_PREFIX.length)
  const put = (at: string, { type: contentType, bytes }: Picture) =>
    env.MEDIA.put(at, bytes, { httpMetadata: { contentType } })
  const puts = [put(key, picture)]
  if (thumbnail) puts.push(put(toThumbnail(key), thumbnail))
  return puts
}

/** Erases the photo and its thumbnail. A missing photo is no error. */
export function erasePhoto(env: Env, path: string): Promise<void> {
  return erasePhotos(env, [path])
}
