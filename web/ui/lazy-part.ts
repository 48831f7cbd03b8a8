import type { ComponentType } from 'react'
import { createElement, lazy, useCallback, useEffect, useReducer, useState } from 'react'
import { sharedTexts } from '#contract/texts/shared.ts'
import { showToast } from './toast/show-toast.ts'
import { keepRetrying, useRetries } from './use-retries.ts'

/** The address of the script that every page of this version names. */
const OWN_PATH = new URL(import.meta.url).pathname

export interface LazyPart<Props extends object = object> {
  Part: ComponentType<Props>
  isLoaded: () => boolean
  /** Rejects on failure. A later render tries once more, unless a render has failed already. */
  load: () => Promise<unknown>
  /** Ahead of need: rendering the part retries and shows a failure. */
  prefetch: () => void
}

/**
 * Unlike `React.lazy`, a part that is already loaded renders without suspending. One that is cut off
 * suspends until the network is back: the page before it stays.
 */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  { isVital = false } = {},
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadPart = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const loadBy = (waits: boolean) =>
    loadPart().catch((error) => recover(error, loadPart, isVital, waits))
  const Late = lazy(() => loadBy(true)) as ComponentType<Props>
  // biome-ignore lint/correctness/noComponentHookFactories: called at module level, once for each part
  function Part(props: Props) {
    const [Drawn] = useState(() => loaded ?? Late)
    return createElement(Drawn, props)
  }
  return {
    Part,
    isLoaded: () => loaded !== undefined,
    load: () => loadBy(false),
    prefetch: () => void loadPart().catch(() => undefined),
  }
}

/** Draws again: another caller of `load` may have loaded the part. */
export const useRedraw = () => useReducer((count: number) => count + 1, 0)[1]

/** Returns null until the part is loaded, and tries again after a failure: the page can do without it. */
export function usePart<Props extends object>(part: LazyPart<Props>): ComponentType<Props> | null {
  const redraw = useRedraw()
  const isHere = part.isLoaded()
  const attempt = useCallback(() => part.load().then(redraw, () => undefined), [part, redraw])
  useEffect(() => void attempt(), [attempt])
  useRetries(!isHere, attempt)
  return isHere ? part.Part : null
}

/**
 * A deploy takes away the files of the version before. A page that misses one reloads, and its address
 * and what was typed stay. Where the same version answers, the file is asked for once more. Browsers from
 * before 2026 keep a failed module for the life of the page (whatwg/html#10327): a vital part reloads it, once.
 * So does a part that was cut off, unless the reader has gone elsewhere meanwhile.
 */
async function recover<T>(
  error: unknown,
  load: () => Promise<T>,
  isVital: boolean,
  waits: boolean,
): Promise<T> {
  const { href } = location
  const ask = () => fetch(location.href).catch(() => null)
  const atOnce = await ask()
  const answer = atOnce ?? (waits ? await untilSome(ask) : null)
  if (!answer?.ok || !import.meta.env.PROD) throw error
  if ((await answer.text()).includes(OWN_PATH)) {
    try {
      return await load()
    } catch {
      if (atOnce ? !isVital || isReloaded() : location.href !== href) throw error
    }
  }
  location.reload()
  return new Promise(() => {})
}

/** Says that there is no connection. */
function untilSome<T>(ask: () => Promise<T | null>): Promise<T> {
  showToast({ title: sharedTexts.offlineWaits, tone: 'destructive' })
  return new Promise((resolve) => {
    const end = keepRetrying(async () => {
      const answer = await ask()
      if (!answer) return
      end()
      resolve(answer)
    })
  })
}

function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload'
}
