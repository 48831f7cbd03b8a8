import type { ComponentType } from 'react'
import { createElement, lazy, useCallback, useEffect, useReducer, useState } from 'react'
import { useRetries } from './use-retries.ts'

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

/** Unlike `React.lazy`, a part that is already loaded renders without suspending. */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  { isVital = false } = {},
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadPart = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const loadNow = () => loadPart().catch((error) => recover(error, loadPart, isVital))
  const Late = lazy(loadNow) as ComponentType<Props>
  // biome-ignore lint/correctness/noComponentHookFactories: called at module level, once for each part
  function Part(props: Props) {
    const [Drawn] = useState(() => loaded ?? Late)
    return createElement(Drawn, props)
  }
  return {
    Part,
    isLoaded: () => loaded !== undefined,
    load: loadNow,
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
 */
async function recover<T>(error: unknown, load: () => Promise<T>, isVital: boolean): Promise<T> {
  const answer = await fetch(location.href).catch(() => null)
  if (!answer?.ok || !import.meta.env.PROD) throw error
  if ((await answer.text()).includes(OWN_PATH)) {
    try {
      return await load()
    } catch {
      if (!isVital || isReloaded()) throw error
    }
  }
  location.reload()
  return new Promise(() => {})
}

function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload'
}
