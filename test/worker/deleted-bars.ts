import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { finishDeletions } from '#worker/bar-deletion.ts'
import { roomOf } from '#worker/durable-objects.ts'

/** Rings the room's alarm and goes on with deletions as the hourly sweep does, until D1 has no row of a deleted bar. */
export async function sweepDeleted(barId: string): Promise<void> {
  const row = env.DB.prepare('SELECT 1 FROM bars WHERE id = ?').bind(barId)
  for (let turn = 0; turn < 500; turn += 1) {
    await runDurableObjectAlarm(roomOf(env, barId))
    await finishDeletions(env)
    if (!(await row.first())) return
    await scheduler.wait(20)
  }
  throw new Error('the bar is never gone')
}
