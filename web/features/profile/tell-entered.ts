import type { Entered } from '#contract/entered.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

const RECOVERED_DETAILS = {
  key: profileTexts.recoveredDetail,
  phone: profileTexts.recoveredByPhoneDetail,
}

export function tellEntered({ recovered }: Pick<Entered, 'recovered'>): void {
  showToast({
    title: recovered ? profileTexts.recovered : profileTexts.created,
    description: recovered ? RECOVERED_DETAILS[recovered] : profileTexts.createdDetail,
    tone: 'success',
  })
}
