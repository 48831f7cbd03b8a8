import type { Monitor } from './monitor.ts'

/** The one monitor, beside the rooms and the database. */
export function monitorOf(env: Env): DurableObjectStub<Monitor> {
  return env.MONITOR.getByName('monitor', { locationHint: 'enam' })
}
