import { entryTexts } from '#contract/texts/entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { patronSecretItem } from '#web/session/patron-session.ts'
import { useStored } from '#web/session/use-stored.ts'
import { useBarVisit } from './bar-visit.ts'

/** The bar's name as the page or the visit knows it, or what stands in its place. */
export function useBarName(): string {
  const { bar } = useBarVisit()
  const kept = useStored(patronSecretItem)
  const fallback = bar.status === 'loading' ? sharedTexts.loading : entryTexts.barNotFound
  return bar.bar?.name ?? (kept?.barName || fallback)
}
