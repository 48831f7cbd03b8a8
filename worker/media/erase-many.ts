import { toThumbnail } from '#contract/face.ts'
import { MEDIA_PREFIX } from '#contract/paths.ts'
import { isMediaKey } from './keys.ts'

const KEYS_AT_ONCE = 1_000

/** Missing pictures are no error. */
export function eraseBarPictures(env: Env, paths: readonly string[]): Promise<void> {
  return eraseIn(env, ['logos/', 'photos/'], paths)
}

/** Erases photos and their thumbnails. */
export function erasePhotos(env: Env, paths: readonly string[]): Promise<void> {
  return eraseIn(
    env,
    ['profiles/'],
    paths.flatMap((path) => [path, toThumbnail(path)]),
  )
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
