import { useEffect, useEffectEvent, useState } from 'react'
import type { EntryCodeView } from '#contract/entry-code.ts'
import { TIMINGS } from '#contract/timings.ts'
import { saysBarGone } from '#web/api/admin-session.ts'

const SOON_MS = 1_000

export interface LiveCode {
  /** Undefined until the first answer. */
  view: EntryCodeView | undefined
  /** The last look for it failed. */
  isStale: boolean
  /** One has no role in this bar, or it does not exist. */
  isGone: boolean
}

const NOTHING: LiveCode = { view: undefined, isStale: false, isGone: false }

/** Reads the code every few seconds, when it changes by itself, and when the network or the page returns. */
export function useLiveCode(fetchCode: () => Promise<EntryCodeView>): LiveCode {
  const [live, setLive] = useState(NOTHING)
  const read = useEffectEvent(fetchCode)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let looks = 0
    let answered = 0
    async function look(): Promise<void> {
      clearTimeout(timer)
      looks += 1
      const number = looks
      const { view, error } = await read().then(
        (view) => ({ view, error: null }),
        (error: unknown) => ({ view: null, error }),
      )
      // The answer of an earlier look may come later, and is no news.
      if (isOver || number < answered) return
      answered = number
      if (saysBarGone(error)) return setLive({ ...NOTHING, isGone: true })
      setLive((before) => (view ? { ...NOTHING, view } : { ...before, isStale: true }))
      clearTimeout(timer)
      timer = setTimeout(() => void look(), view ? untilNext(view) : TIMINGS.entryCodeReadMs)
    }
    const again = () => {
      if (document.visibilityState === 'visible') void look()
    }
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [])
  return live
}

function untilNext({ changesAt, until }: EntryCodeView): number {
  const next = Math.min(changesAt, until ?? Infinity) - Date.now()
  return Math.min(TIMINGS.entryCodeReadMs, Math.max(next, SOON_MS))
}
