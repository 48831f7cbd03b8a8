import { MEDIA_PREFIX } from '#contract/paths.ts'
import { listKeptPictures } from '#worker/db/bars.ts'
import { ORPHAN_AFTER_MS } from './bar-pictures.ts'
import type { MediaFolder } from './keys.ts'
import { listPages } from './list-pages.ts'

const FOLDERS: MediaFolder[] = ['logos', 'photos']

/** A crash before the insert, or a form that was never sent, leaves pictures without a bar. */
export async function sweepPictures(env: Env, now = Date.now()): Promise<number> {
  const kept = await listKeptPictures(env.DB)
  let swept = 0
  for (const folder of FOLDERS) {
    for await (const page of listPages(env.MEDIA, `${folder}/`)) {
      const orphans = page
        .filter(({ uploaded }) => uploaded.getTime() <= now - ORPHAN_AFTER_MS)
        .map(({ key }) => key)
        .filter((key) => !kept.has(MEDIA_PREFIX + key))
      if (orphans.length > 0) await env.MEDIA.delete(orphans)
      swept += orphans.length
    }
  }
  return swept
}
