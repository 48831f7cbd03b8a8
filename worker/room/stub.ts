import type { BarRoom } from './bar-room.ts'

/**
 * The room of a bar. Neither objects nor D1 run in South America; the hint puts the room beside
 * the database, so that only the trip from the edge is a long one.
 */
export function roomOf(env: Env, barId: string): DurableObjectStub<BarRoom> {
  return env.BAR_ROOM.getByName(barId, { locationHint: 'enam' })
}
