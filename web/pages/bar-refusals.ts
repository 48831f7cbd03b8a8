import { entryTexts } from '#contract/texts/entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

const REFUSALS = {
  empty: {
    title: sharedTexts.requiredField,
    description: entryTexts.barIdMissing,
    mark: entryTexts.fieldMissing,
  },
  unknown: {
    title: entryTexts.barNotFound,
    description: entryTexts.barNotFoundHint,
    mark: entryTexts.barIdUnknown,
  },
  failed: { title: sharedTexts.error, description: entryTexts.barCheckFailed, mark: null },
} as const

export function tellRefusal(reason: keyof typeof REFUSALS): string | null {
  const { title, description, mark } = REFUSALS[reason]
  showToast({ title, description, tone: 'destructive' })
  return mark
}
