import { entryTexts } from '#contract/texts/entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { visitSecretItem } from '#web/session/patron-session.ts'
import { useStored } from '#web/session/use-stored.ts'
import { useBarVisit } from './bar-visit.ts'
import type { BarState } from './use-bar.ts'

/** The bar's name as the page or the visit knows it, or what stands in its place. */
export function useBarName(): string {
  const { bar } = useBarVisit()
  const kept = useStored(visitSecretItem)
  return bar.bar?.name ?? (kept?.barName || toBarName(bar))
}

/** The bar's name, or what stands in its place while it is not known. */
export function toBarName({ status, bar }: BarState): string {
  switch (status) {
    case 'known':
      return bar.name
    case 'loading':
      return sharedTexts.loading
    case 'unknown':
      return entryTexts.barNotFound
    case 'failed':
      return entryTexts.barCheckFailed
  }
}
