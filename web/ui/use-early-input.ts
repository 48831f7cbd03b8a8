import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'

/**
 * Takes over text typed into a prerendered field before hydration, or before a reload of the page: fields
 * that browsers do not complete are not restored by them either.
 */
export function useEarlyInput(
  input: RefObject<HTMLInputElement | null>,
  take: (text: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the first render
  useLayoutEffect(() => {
    const field = input.current
    if (!field) return
    const key = `typed ${location.pathname} ${field.name}`
    const typed = field.value || takeKept(key)
    if (typed) take(typed)
    // Select the restored text, so that typing replaces it.
    if (typed && !field.value && field === document.activeElement)
      queueMicrotask(() => field.select())
    const keep = () => keepTyped(key, field.value)
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [])
}

function takeKept(key: string): string | null {
  try {
    const kept = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return kept
  } catch {
    return null // storage is blocked
  }
}

function keepTyped(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text)
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked or full: the text is lost.
  }
}
