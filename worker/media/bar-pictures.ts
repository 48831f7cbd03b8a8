import { HOUR_MS } from '#contract/durations.ts'
import { CodedError } from '#contract/errors.ts'
import { MEDIA_PREFIX } from '#contract/paths.ts'
import type { MediaFolder } from './keys.ts'
import { mintMediaKey } from './keys.ts'
import type { PictureLimits } from './picture.ts'
import { readPicture } from './picture.ts'

export const ORPHAN_AFTER_MS = 24 * HOUR_MS
/** Shorter than that, so that no sweep deletes a picture of a form that is on its way. */
const USABLE_MS = 23 * HOUR_MS

/** Returns the path on this origin. Throws `photo_refused`. */
export async function keepBarPicture(
  env: Env,
  folder: Exclude<MediaFolder, 'profiles'>,
  bytes: Uint8Array<ArrayBuffer>,
  limits: PictureLimits,
): Promise<string> {
  const picture = readPicture(bytes, limits)
  const key = mintMediaKey(folder, picture.type)
  await env.MEDIA.put(key, picture.bytes, { httpMetadata: { contentType: picture.type } })
  return MEDIA_PREFIX + key
}

/** Throws `picture_gone` unless all paths exist and are fresh. */
export async function refuseMissingPictures(env: Env, paths: (string | null)[]): Promise<void> {
  const keys = paths.filter((path) => path !== null).map((path) => path.slice(MEDIA_PREFIX.length))
  const kept = await Promise.all(keys.map((key) => env.MEDIA.head(key)))
  const oldest = Date.now() - USABLE_MS
  if (kept.some((object) => object === null || object.uploaded.getTime() < oldest)) {
    throw new CodedError('picture_gone')
  }
}
