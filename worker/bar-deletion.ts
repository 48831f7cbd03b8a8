import type { DeletedBar } from './db/changed-bars.ts'
import { eraseBar, listDeletedBars } from './db/changed-bars.ts'
import { eraseReports, listReportIds } from './db/reports.ts'
import { callObject, RETRIES, roomOf } from './durable-objects.ts'
import { log } from './log.ts'
import { eraseBarPictures } from './media/erase-many.ts'
import { eraseEvidence } from './media/evidence.ts'

/** Deletes the rows last: `finishDeletions` starts from them if the room was not done or a step failed. */
export async function finishDeletion(env: Env, { id, pictures }: DeletedBar): Promise<void> {
  const isDone = await callObject(() => roomOf(env, id).barChanged(id), RETRIES)
  if (!isDone) return
  await eraseBarPictures(env, pictures)
  await eraseReportsOf(env, id)
  await eraseBar(env.DB, id, Date.now())
}

async function eraseReportsOf(env: Env, barId: string): Promise<void> {
  for (;;) {
    const ids = await listReportIds(env.DB, barId)
    if (ids.length === 0) return
    await eraseEvidence(env, ids)
    await eraseReports(env.DB, ids)
  }
}

/** Resolves to how many deletions have failed again. */
export async function finishDeletions(env: Env): Promise<number> {
  let failed = 0
  for (const bar of await listDeletedBars(env.DB)) {
    await finishDeletion(env, bar).catch((error) => {
      log('sweep_failed', { barId: bar.id, error })
      failed += 1
    })
  }
  return failed
}
