import { entryTexts } from '#contract/texts/entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { visitSecretItem } from '#web/session/patron-session.ts'
import { useStored } from '#web/session/use-stored.ts'
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
