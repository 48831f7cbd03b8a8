import type { Entered } from '#contract/entered.ts'
import { CodedError } from '#contract/errors.ts'
import { enterBar } from '#web/api/people.ts'
import { readDeviceKey } from '#web/session/device-keys.ts'
import { entryAttempt, forgetEntryAttempt } from '#web/session/entry-attempt.ts'
import type { Profile } from './read-profile.ts'

/** Enters a bar under a fresh id; one that is taken, however unlikely, is minted once more. */
export async function enter(barId: string, table: string, profile: Profile): Promise<Entered> {
  try {
    return await tryOnce(barId, table, profile)
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'id_taken') throw error
    return tryOnce(barId, table, profile)
  }
}

async function tryOnce(barId: string, table: string, profile: Profile): Promise<Entered> {
  const deviceKey = readDeviceKey(barId)
  try {
    const entered = await enterBar(barId, { ...entryAttempt(barId), table, ...profile, deviceKey })
    forgetEntryAttempt()
    return entered
  } catch (error) {
    // Without an answer of ours nobody knows whether the profile was made.
    if (error instanceof CodedError && error.code !== 'internal') forgetEntryAttempt()
    throw error
  }
}
