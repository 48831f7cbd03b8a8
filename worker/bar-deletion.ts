import type { DeletedBar } from './db/changed-bars.ts'
import { eraseBar, listDeletedBars } from './db/changed-bars.ts'
import { callObject, RETRIES, roomOf } from './durable-objects.ts'
import { log } from './log.ts'
import { eraseBarPictures } from './media/erase-many.ts'

/**
 * Erases what is kept of a deleted bar: first its room, which ends every visit, then the pictures,
 * last the rows, so that a failure in between leaves the mark by which `finishDeletions` goes on.
 */
export async function finishDeletion(env: Env, { id, pictures }: DeletedBar): Promise<void> {
  await callObject(() => roomOf(env, id).barChanged(id), RETRIES)
  await eraseBarPictures(env, pictures)
  await eraseBar(env.DB, id)
}

/** Goes on with the deletions that were interrupted. */
export async function finishDeletions(env: Env): Promise<void> {
  for (const bar of await listDeletedBars(env.DB)) {
    // One that cannot be erased keeps no other from it.
    await finishDeletion(env, bar).catch((error) => log('sweep_failed', { barId: bar.id, error }))
  }
}
