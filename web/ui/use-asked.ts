import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { onSeenAgain } from './on-visibility.ts'
import type { Answer } from './question.ts'
import { Question } from './question.ts'
import { useRetries } from './use-retries.ts'

export interface Asked<T> extends Answer<T> {
  change: (to: (value: T) => T) => void
  /** Asks again. The value stays until the answer. */
  ask: () => Promise<void>
  /** Forgets the value, and asks. */
  reload: () => void
}

interface AskedOptions<T> {
  /** Another key asks another question; null asks none. */
  key?: string | null
  /** Milliseconds until the next question; undefined: none. A page that comes back asks at once. */
  every?: (value: T | undefined) => number | undefined
  /** Asks again while it fails, with back-off. */
  again?: boolean
}

/** Asks on mount and for each new `key`. The old value stays until the answer, also that of another key. */
export function useAsked<T>(
  fetch: (signal: AbortSignal) => Promise<T>,
  { key = '', every, again = false }: AskedOptions<T> = {},
): Asked<T> {
  const [question] = useState(() => new Question<T>())
  const answer = useSyncExternalStore(question.subscribe, question.read, question.read)
  const ask = () => question.ask(fetch)
  const begin = useEffectEvent(() => void ask())
  const untilNext = useEffectEvent(() => every?.(answer.value))

  useEffect(() => {
    if (key === null) return
    begin()
    return () => question.abort()
  }, [question, key])

  useRetries(again && answer.hasFailed, ask)

  useEffect(() => {
    const isAnswered = answer.hasFailed || answer.value !== undefined
    const waitMs = isAnswered ? untilNext() : undefined
    if (waitMs === undefined) return
    const timer = setTimeout(begin, waitMs)
    const endSeenAgain = onSeenAgain(begin)
    const goOn = () => document.hidden || begin()
    addEventListener('online', goOn)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', goOn)
      endSeenAgain()
    }
  }, [answer])

  return {
    ...answer,
    change: (to) => question.change(to),
    ask,
    reload: () => {
      question.forget()
      void ask()
    },
  }
}
