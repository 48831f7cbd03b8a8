import { CodedError } from '#contract/errors.ts'
import type { Entered } from '#contract/person.ts'
import { enterBar } from '#web/api/people.ts'
import { readDeviceKey } from '#web/session/device-keys.ts'
import { mintId } from '#web/session/mint-id.ts'
import type { Profile } from './read-profile.ts'

/** Enters a bar under a fresh id; one that is taken, however unlikely, is minted once more. */
export async function enter(barId: string, table: string, profile: Profile): Promise<Entered> {
  const deviceKey = readDeviceKey(barId)
  const attempt = () => enterBar(barId, { id: mintId(), table, ...profile, deviceKey })
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'id_taken') throw error
    return attempt()
  }
}
