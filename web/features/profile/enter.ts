import { CodedError } from '#contract/errors.ts'
import type { Entered } from '#contract/person.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { enterBar } from '#web/api/people.ts'
import { mintId } from '#web/session/mint-id.ts'
import type { Profile } from './read-profile.ts'

/** Enters a bar under a fresh id; one that is taken, however unlikely, is minted once more. */
export async function enter(barId: string, table: string, profile: Profile): Promise<Entered> {
  try {
    return await enterBar(barId, { id: mintId(), table, ...profile })
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'id_taken') throw error
    return enterBar(barId, { id: mintId(), table, ...profile })
  }
}

/** What the person is told when entering failed. */
export function toEntryFailure(error: unknown): string {
  if (!(error instanceof CodedError)) return sharedTexts.unexpectedError
  switch (error.code) {
    case 'bar_full':
      return profileTexts.barFull
    case 'rate_limited':
      return profileTexts.tooManyTries
    default:
      return profileTexts.saveFailed
  }
}

/** Whether the server would not take the picture; the rest of the form is fine. */
export function saysPhotoIsRefused(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'photo_refused'
}
