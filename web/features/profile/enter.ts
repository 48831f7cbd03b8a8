import type { Entered } from '#contract/entered.ts'
import { CodedError } from '#contract/errors.ts'
import type { Profile } from '#contract/profile-form.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { enterBar } from '#web/api/visit.ts'
import { entryAttempt, forgetEntryAttempt, readDeviceKey, readMark } from '#web/session/visit.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

export async function enter(
  barId: string,
  table: string,
  profile: Profile,
  entryCode: string | null = null,
): Promise<Entered> {
  const proofs = { deviceKey: readDeviceKey(barId), mark: readMark(barId) }
  try {
    const attempt = entryAttempt(barId)
    const entered = await enterBar(barId, { attempt, table, entryCode, ...profile, ...proofs })
    forgetEntryAttempt()
    return entered
  } catch (error) {
    // Without an answer the profile may exist: a retry must reuse the id.
    if (error instanceof CodedError && error.code !== 'internal') forgetEntryAttempt()
    throw error
  }
}

const RECOVERED_DETAILS = {
  key: profileTexts.recoveredDetail,
  phone: profileTexts.recoveredByPhoneDetail,
}

export function showEntered({ recovered }: Pick<Entered, 'recovered'>): void {
  showToast({
    title: recovered ? profileTexts.recovered : profileTexts.created,
    description: recovered ? RECOVERED_DETAILS[recovered] : profileTexts.createdDetail,
    tone: 'success',
  })
}
