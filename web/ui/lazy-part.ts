import type { ComponentType } from 'react'
import { createElement, lazy, useCallback, useEffect, useReducer, useState } from 'react'
import { useRetries } from './use-retries.ts'

/** The address of the script that every page of this version names. */
const OWN_PATH = new URL(import.meta.url).pathname

export interface LazyPart<Props extends object = object> {
  Part: ComponentType<Props>
  isLoaded: () => boolean
  /** Rejects on failure; rendering the part then retries. */
  load: () => Promise<unknown>
  /** Ahead of need: rendering the part retries and shows a failure. */
  prefetch: () => void
}

/** Unlike `React.lazy`, a part that is already loaded renders without suspending. */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadPart = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const loadNow = () => loadPart().catch(reloadIfReplaced)
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

/** For a part that was loaded elsewhere: `usePart` looks again. */
export const useRedraw = () => useReducer((count: number) => count + 1, 0)[1]

/** Returns null until the part is loaded, and tries again after a failure: the page can do without it. */
export function usePart<Props extends object>(part: LazyPart<Props>): ComponentType<Props> | null {
  const redraw = useRedraw()
  const isHere = part.isLoaded()
  const attempt = useCallback(() => void part.load().then(redraw, () => undefined), [part, redraw])
  useEffect(attempt, [attempt])
  useRetries(!isHere, attempt)
  return isHere ? part.Part : null
}

/**
 * A deploy takes away the files of the version before. A page that misses one reloads, and its address
 * and what was typed stay. Rejects where the same version still answers: another load would change nothing.
 */
async function reloadIfReplaced(error: unknown): Promise<never> {
  const answer = await fetch(location.href).catch(() => null)
  const isReplaced = answer?.ok && !(await answer.text()).includes(OWN_PATH)
  if (!isReplaced || !import.meta.env.PROD) throw error
  location.reload()
  return new Promise(() => {})
}
