import { withTimeout } from '#worker/call-timeout.ts'
import { listBarIds } from '#worker/db/bars-of.ts'
import { monitorOf, roomOf } from '#worker/durable-objects.ts'
import { log } from '#worker/log.ts'
import type { BoardEnd } from '#worker/room/rpc.ts'

/**
 * Closes the sockets of an ended session, in the monitor and in every room. The monitor knows the rooms
 * of administrators; the rooms of other accounts are those of their bars. An object that this does not
 * reach checks the session itself: the monitor within a minute, a room before a frame a minute after it last asked.
 */
export async function closeSessionSockets(
  env: Env,
  accountId: string,
  tokenHash: string,
): Promise<void> {
  await attempt(() => monitorOf(env).closeSession(tokenHash))
  await attempt(() => endInBars(env, accountId, { tokenHash }))
}

/** All sessions of an account have ended. */
export async function closeAccountSockets(env: Env, accountId: string): Promise<void> {
  await attempt(() => monitorOf(env).closeEndedSessions())
  await attempt(() => endInBars(env, accountId, { accountId }))
}

/** Closes the account's boards in a bar, which reconnect with its new permissions. */
export async function sendAccessChanged(env: Env, barId: string, accountId: string): Promise<void> {
  await attempt(() => roomOf(env, barId).endBoards({ accountId }))
}

/** The account has a further bar, which its open boards do not know: closes them in all its bars. */
export async function sendBarJoined(env: Env, accountId: string): Promise<void> {
  await attempt(() => endInBars(env, accountId, { accountId }))
}

/** If the monitor is unreachable, pages show the change when they load. */
export async function sendBarsChanged(env: Env): Promise<void> {
  try {
    await monitorOf(env).noteBarsChanged()
  } catch (error) {
    log('bars_change_not_sent', { error })
  }
}

/** A report was kept or closed. The monitor that this does not reach counts again at its next alarm. */
export async function noteReportsChanged(env: Env, barId: string): Promise<void> {
  try {
    await withTimeout(monitorOf(env).noteReportsChanged(barId))
  } catch (error) {
    log('reports_change_not_sent', { barId, error })
  }
}

async function endInBars(env: Env, accountId: string, end: BoardEnd): Promise<void> {
  const barIds = await listBarIds(env.DB, accountId)
  await Promise.all(barIds.map((barId) => attempt(() => roomOf(env, barId).endBoards(end))))
}

async function attempt(call: () => Promise<void>): Promise<void> {
  try {
    await call()
  } catch (error) {
    log('session_sockets_not_closed', { error })
  }
}
