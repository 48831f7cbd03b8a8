import type { Recognised } from '#contract/entered.ts'
import { FORM_ENDPOINTS } from '#contract/form-endpoints.ts'
import { call, unless } from '#web/api/call.ts'
import { forgetDeviceKey } from '#web/session/device-keys.ts'

/** The profile of a device key. Null if it has ended; the key is forgotten then. Throws as `call` does. */
export async function recogniseOrForget(
  barId: string,
  deviceKey: string,
): Promise<Recognised | null> {
  const person = await unless(
    'person_not_found',
    call(FORM_ENDPOINTS.recognise, { barId }, { deviceKey }),
  )
  if (person === null) forgetDeviceKey(barId, deviceKey)
  return person
}
