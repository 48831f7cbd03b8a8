import { useCallback, useEffect, useRef, useState } from 'react'
import type { PublicBar } from '#contract/bar.ts'
import { isBarId } from '#contract/bar-id.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { hasCode } from '#contract/errors.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { call } from '#web/api/call.ts'
import { pageData } from '#web/page-data.ts'
import { useRetries } from '#web/ui/use-retries.ts'

export type BarState =
  | { status: 'loading' | 'unknown' | 'failed'; bar: null }
  | { status: 'known'; bar: PublicBar }

export type BarLookup = BarState & {
  /** Asks anew. What is known stays until the answer. */
  retry: () => Promise<BarState>
}

/** Immediate if the Worker sent the bar with the page. */
export function useBar(barId: string): BarLookup {
  const isPossible = isBarId(barId)
  const [asked, setAsked] = useState<{ barId: string; found: BarState } | null>(null)
  const newest = useRef(0)
  const { bar: served } = pageData()
  const isServed = served !== null && served.id === barId

  const retry = useCallback(async () => {
    newest.current += 1
    const question = newest.current
    const found = isPossible ? await askForBar(barId) : UNKNOWN
    if (question === newest.current) setAsked({ barId, found })
    return found
  }, [barId, isPossible])

  useEffect(() => {
    if (!isServed) void retry()
    return () => {
      newest.current += 1
    }
  }, [isServed, retry])

  const failed = asked?.barId === barId && asked.found.status === 'failed'
  useRetries(failed, retry)

  if (!isPossible) return { ...UNKNOWN, retry }
  if (asked?.barId === barId) return { ...asked.found, retry }
  return isServed ? { status: 'known', bar: served, retry } : { ...LOADING, retry }
}

const LOADING: BarState = { status: 'loading', bar: null }
const UNKNOWN: BarState = { status: 'unknown', bar: null }

export async function askForBar(barId: string): Promise<BarState> {
  try {
    return { status: 'known', bar: await call(ENDPOINTS.readBar, { barId }) }
  } catch (error) {
    return { status: toLookupFailure(error), bar: null }
  }
}

export function toLookupFailure(error: unknown): 'unknown' | 'failed' {
  return hasCode(error, 'bar_not_found') ? 'unknown' : 'failed'
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
