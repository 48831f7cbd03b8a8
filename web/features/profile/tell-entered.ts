import type { Entered } from '#contract/entered.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

export function tellEntered({ recovered }: Entered): void {
  showToast({
    title: recovered ? profileTexts.recovered : profileTexts.created,
    description: recovered ? profileTexts.recoveredDetail : profileTexts.createdDetail,
    tone: 'success',
  })
}
