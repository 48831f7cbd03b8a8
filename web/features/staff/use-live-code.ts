import type { EntryCodeView } from '#contract/entry-code.ts'
import { TIMINGS } from '#contract/timings.ts'
import { unless } from '#web/api/call.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { useAsked } from '#web/ui/use-asked.ts'

const SOON_MS = 1_000

export interface LiveCode {
  /** Undefined until the first answer. */
  view: EntryCodeView | undefined
  /** The last look for it failed. */
  isStale: boolean
  /** One has no role in this bar, or it does not exist. */
  isGone: boolean
}

/** Reads the code every few seconds, when it changes by itself, and when the network or the page returns. */
export function useLiveCode(fetchCode: () => Promise<EntryCodeView>): LiveCode {
  const { value, hasFailed } = useAsked(() => unless('bar_not_found', fetchCode()), {
    every: untilNext,
  })
  const isGone = value === null
  return { view: value ?? undefined, isStale: hasFailed && !isGone, isGone }
}

/** Milliseconds until the code is to be read again. */
export function untilNext(view: EntryCodeView | null | undefined): number {
  if (!view) return TIMINGS.entryCodeReadMs
  const { changesAt, until } = view
  const next = Math.min(changesAt, until ?? Infinity) - serverNow()
  return Math.min(TIMINGS.entryCodeReadMs, Math.max(next, SOON_MS))
}
