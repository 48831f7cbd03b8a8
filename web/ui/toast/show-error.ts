import { sharedTexts } from '#contract/texts/shared.ts'
import { showToast } from './show-toast.ts'

export function showError(description: string): void {
  showToast({ title: sharedTexts.error, description, tone: 'destructive' })
}
