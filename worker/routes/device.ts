import type { Context } from 'hono'
import type { AppEnv } from '#worker/app-env.ts'
import { networkOf } from '#worker/rim/network.ts'
import { readDeviceKey } from '#worker/room/device-key.ts'
import type { Device } from '#worker/room/recovery.ts'

/**
 * The device of a request: whose profile in this bar its key proves, and the name that its tries
 * are counted under. Without a key of ours that is its network.
 */
export async function deviceOf(
  c: Context<AppEnv>,
  barId: string,
  deviceKey: string | null,
): Promise<Device> {
  const claim = deviceKey && (await readDeviceKey(c.env.VISIT_SIGNING_KEY, deviceKey))
  if (!claim) return { personId: null, name: `network:${networkOf(c.req.raw)}` }
  const personId = claim.barId === barId ? claim.personId : null
  return { personId, name: `device:${claim.barId}:${claim.personId}` }
}
