import { MEDIA_PREFIX } from '#contract/paths.ts'
import { isMediaKey } from './keys.ts'

/** The most that R2 erases by one call. */
const KEYS_AT_ONCE = 1_000

/** Erases pictures of bars by their paths; one that is gone already is no error. */
export function eraseBarPictures(env: Env, paths: readonly string[]): Promise<void> {
  return eraseIn(env, ['logos/', 'photos/'], paths)
}

/** Erases the photos of many people by their paths; one that is gone already is no error. */
export function erasePhotos(env: Env, paths: readonly string[]): Promise<void> {
  return eraseIn(env, ['profiles/'], paths)
}

async function eraseIn(env: Env, folders: string[], paths: readonly string[]): Promise<void> {
  const keys = paths
    .filter((path) => path.startsWith(MEDIA_PREFIX))
    .map((path) => path.slice(MEDIA_PREFIX.length))
    .filter((key) => isMediaKey(key) && folders.some((folder) => key.startsWith(folder)))
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    await env.MEDIA.delete(keys.slice(at, at + KEYS_AT_ONCE))
  }
}
