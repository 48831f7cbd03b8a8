import { sharedTexts } from '#contract/texts/shared.ts'
import { Spinner } from '#web/ui/spinner.tsx'

/** In the place of a card's content while it is on its way. */
export function LoadingLine() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-8 text-ink-soft">
      <Spinner />
      {sharedTexts.loading}
    </p>
  )
}
