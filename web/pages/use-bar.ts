import { useCallback, useEffect, useState } from 'react'
import type { PublicBar } from '#contract/bar.ts'
import { toBarId } from '#contract/bar-id.ts'
import { CodedError } from '#contract/errors.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { fetchBar } from '#web/api/bars.ts'
import { pageData } from '#web/page-data.ts'
import { useRetries } from '#web/ui/use-retries.ts'

export type BarState =
  | { status: 'loading' | 'unknown' | 'failed'; bar: null }
  | { status: 'known'; bar: PublicBar }

const LOADING: BarState = { status: 'loading', bar: null }

/** Immediate if the Worker sent the bar with the page. */
export function useBar(barParam: string): BarState & { retry: () => void } {
  const barId = toBarId(barParam)
  const served = pageData().bar
  const start: BarState = served && served.id === barId ? { status: 'known', bar: served } : LOADING
  const [state, setState] = useState(start)
  const [attempt, setAttempt] = useState(0)
  const isServed = start.status === 'known'

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt requests again
  useEffect(() => {
    if (isServed) return
    if (!barId) return setState({ status: 'unknown', bar: null })
    let isCurrent = true
    setState(LOADING)
    fetchBar(barId).then(
      (bar) => isCurrent && setState({ status: 'known', bar }),
      (error) => isCurrent && setState({ status: toLookupFailure(error), bar: null }),
    )
    return () => {
      isCurrent = false
    }
  }, [barId, isServed, attempt])

  const retryQuietly = () => {
    if (barId) fetchBar(barId).then((bar) => setState({ status: 'known', bar }), ignore)
  }
  useRetries(!isServed && state.status === 'failed', retryQuietly)

  return { ...(isServed ? start : state), retry: useCallback(() => setAttempt((n) => n + 1), []) }
}

const ignore = () => undefined

export function toLookupFailure(error: unknown): 'unknown' | 'failed' {
  return error instanceof CodedError && error.code === 'bar_not_found' ? 'unknown' : 'failed'
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
