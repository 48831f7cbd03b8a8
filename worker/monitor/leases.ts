import { roomOf } from '#worker/durable-objects.ts'
import { log } from '#worker/log.ts'
import type { Board } from './board.ts'

/** Rooms asked at once: enough to read a thousand in a second or two, not enough to choke. */
const ROOMS_AT_ONCE = 50

/**
 * Tells every room on the list until when it is watched, and takes in whole those whose people are
 * not what the board holds. A room that cannot be reached is asked again with the next renewal.
 */
export async function renewLeases(
  env: Env,
  barIds: string[],
  board: Board,
  watchedUntil: number,
): Promise<void> {
  const waiting = barIds.values()
  const lanes = Array.from({ length: ROOMS_AT_ONCE }, async () => {
    for (const barId of waiting) await renewLease(env, barId, board, watchedUntil)
  })
  await Promise.all(lanes)
}

async function renewLease(
  env: Env,
  barId: string,
  board: Board,
  watchedUntil: number,
): Promise<void> {
  try {
    const { people } = await roomOf(env, barId).watch(watchedUntil, board.hashOf(barId))
    if (people) board.replace(barId, people)
  } catch (error) {
    log('room_not_watched', { barId, error })
  }
}
