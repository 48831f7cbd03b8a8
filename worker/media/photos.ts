import { CodedError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { MEDIA_PREFIX } from '#contract/paths.ts'
import { log } from '#worker/log.ts'
import { fromBase64, toBase64Url } from '#worker/rim/base64url.ts'
import { EXTENSIONS, isMediaKey } from './keys.ts'
import type { Picture } from './picture.ts'
import { readPicture } from './picture.ts'

/** A photo that was checked and has its address, but is not kept yet. */
export interface NewPhoto {
  /** Path on this origin. */
  path: string
  picture: Picture
}

/** 192 bits: an address that nobody guesses, from another one neither. */
const KEY_BYTES = 24

/** Checks a person's inline photo (`data:image/…;base64,…`). Throws `photo_refused`. */
export function readPhoto(dataUrl: string): NewPhoto {
  const bytes = fromBase64(dataUrl.slice(dataUrl.indexOf(',') + 1))
  if (!bytes) throw new CodedError('photo_refused', 'not base64')
  const picture = readPicture(bytes, LIMITS.photoBytes)
  const name = toBase64Url(crypto.getRandomValues(new Uint8Array(KEY_BYTES)))
  return { path: `${MEDIA_PREFIX}profiles/${name}.${EXTENSIONS[picture.type]}`, picture }
}

/** Keeps a photo under its address. A failure is logged: a person without a picture still enters. */
export async function keepPhoto(env: Env, { path, picture }: NewPhoto): Promise<void> {
  try {
    await env.MEDIA.put(path.slice(MEDIA_PREFIX.length), picture.bytes, {
      httpMetadata: { contentType: picture.type },
    })
  } catch (error) {
    log('photo_not_stored', { error })
  }
}

/** Erases what stands under a path that `readPhoto` gave; one that is gone already is no error. */
export async function erasePhoto(env: Env, path: string): Promise<void> {
  const key = path.startsWith(MEDIA_PREFIX) ? path.slice(MEDIA_PREFIX.length) : ''
  if (isMediaKey(key) && key.startsWith('profiles/')) await env.MEDIA.delete(key)
}
