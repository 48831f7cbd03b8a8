import type { Entered } from '#contract/entered.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { CodedError, hasCode } from '#contract/errors.ts'
import { FORM_ENDPOINTS } from '#contract/form-endpoints.ts'
import type { Profile } from '#contract/profile-form.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { call } from '#web/api/call.ts'
import { readDeviceKey } from '#web/session/device-keys.ts'
import { entryAttempt, forgetEntryAttempt, readMark } from '#web/session/entering.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { withThumbnail } from './photo.ts'

const KEPT: readonly ErrorCode[] = ['internal', 'rate_limited']

export async function enter(
  barId: string,
  table: string,
  profile: Profile,
  entryCode: string | null = null,
): Promise<Entered> {
  const proofs = { deviceKey: readDeviceKey(barId), mark: readMark(barId) }
  try {
    const attempt = entryAttempt(barId)
    const pictured = await withThumbnail(profile)
    const entered = await call(
      FORM_ENDPOINTS.enter,
      { barId },
      { attempt, table, entryCode, ...pictured, ...proofs },
    )
    forgetEntryAttempt()
    return entered
  } catch (error) {
    // The profile may exist if no answer came, and the room keeps a turn for its attempt.
    const isKept = !(error instanceof CodedError) || KEPT.includes(error.code)
    if (!isKept) forgetEntryAttempt()
    throw error
  }
}

/** Part of its wait that a page adds at random, so that a crowd does not come back all at once. */
const JITTER = 0.2

/** Asks again while the bar lets nobody more in, until `signal` aborts. `onWait` gets seconds. */
export async function enterInTurn(
  enterOnce: () => Promise<Entered>,
  onWait: (seconds: number) => void,
  signal: AbortSignal,
): Promise<Entered> {
  for (;;) {
    try {
      return await enterOnce()
    } catch (error) {
      if (!hasCode(error, 'rate_limited')) throw error
      if (error.retryAfterSeconds === undefined) throw error
      const seconds = error.retryAfterSeconds * (1 + JITTER * Math.random())
      onWait(seconds)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      signal.throwIfAborted()
    }
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
