import { BESIDE_DATABASE } from '#worker/rim/place.ts'
import type { BarRoom } from './bar-room.ts'

/** The room of a bar. */
export function roomOf(env: Env, barId: string): DurableObjectStub<BarRoom> {
  return env.BAR_ROOM.getByName(barId, BESIDE_DATABASE)
}
