import { monitorOf } from '#worker/durable-objects.ts'
import { log } from '#worker/log.ts'

/**
 * Has whoever watches read the bars anew. Where the monitor cannot be reached the change is made all
 * the same, and pages show it when they next load.
 */
export async function sendBarsChanged(env: Env): Promise<void> {
  try {
    await monitorOf(env).noteBarsChanged()
  } catch (error) {
    log('bars_change_not_sent', { error })
  }
}
