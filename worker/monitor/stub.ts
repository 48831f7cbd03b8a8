import { BESIDE_DATABASE } from '#worker/rim/place.ts'
import type { Monitor } from './monitor.ts'

/** The one monitor. */
export function monitorOf(env: Env): DurableObjectStub<Monitor> {
  return env.MONITOR.getByName('monitor', BESIDE_DATABASE)
}
