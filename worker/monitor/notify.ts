import { monitorOf } from '#worker/durable-objects.ts'
import { log } from '#worker/log.ts'

/** If the monitor is unreachable, its next renewal closes the sockets. */
export async function closeSessionSockets(env: Env, tokenHash: string): Promise<void> {
  await attempt(() => monitorOf(env).closeSession(tokenHash))
}

export async function closeEndedSessionsSockets(env: Env): Promise<void> {
  await attempt(() => monitorOf(env).closeEndedSessions())
}

/** If the monitor is unreachable, pages show the change when they load. */
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
