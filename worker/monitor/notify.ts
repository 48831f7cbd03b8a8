import { monitorOf } from '#worker/durable-objects.ts'
import { log } from '#worker/log.ts'

/**
 * Closes what an ended session has open, in the same act as the session itself. Where the monitor
 * cannot be reached the session is over all the same, and its next renewal closes the sockets.
 */
export async function closeSessionSockets(env: Env, tokenHash: string): Promise<void> {
  await attempt(() => monitorOf(env).closeSession(tokenHash))
}

/** The same where it is not known which sessions have ended: a new password ends all. */
export async function closeEndedSessionsSockets(env: Env): Promise<void> {
  await attempt(() => monitorOf(env).closeEndedSessions())
}

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

async function attempt(call: () => Promise<void>): Promise<void> {
  try {
    await call()
  } catch (error) {
    log('session_sockets_not_closed', { error })
  }
}
