import { entryTexts } from '#contract/texts/entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { useStored } from '#web/session/stored-item.ts'
import { visitSecretItem } from '#web/session/visit-items.ts'
import { useBarVisit } from './bar-visit.ts'
import type { BarState } from './use-bar.ts'

export function useBarName(): string {
  const { bar } = useBarVisit()
  const kept = useStored(visitSecretItem)
  return bar.bar?.name ?? (kept?.barName || toBarName(bar))
}

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
