import { useEffectEvent, useLayoutEffect } from 'react'
import type { Form } from './use-form.ts'

/** Keeps the text of a field over a reload of the page: browsers restore none that they do not complete. */
export function useKeptText<Name extends string>(
  { ref, change }: Pick<Form<Record<Name, string>>, 'ref' | 'change'>,
  name: Name,
): void {
  const findField = () => ref.current?.querySelector<HTMLInputElement>(`[name=${name}]`)

  const restore = (kept: string | null) => {
    const field = findField()
    if (!field || field.value || !kept) return
    change({ [name]: kept } as Record<Name, string>)
    // Select the restored text, so that typing replaces it.
    if (field === document.activeElement) queueMicrotask(() => field.select())
  }
  const begin = useEffectEvent(() => {
    const key = `typed ${location.pathname} ${name}`
    restore(takeKept(key))
    return keepWhileAway(key, () => findField()?.value ?? '')
  })
  useLayoutEffect(() => begin(), [])
}

/** Keeps the text while the page is left. Returns a function that ends it. */
export function keepWhileAway(key: string, read: () => string): () => void {
  const life = new AbortController()
  const { signal } = life
  addEventListener('pagehide', () => keepText(key, read()), { signal })
  // A page from the back-forward cache still has its field.
  addEventListener('pageshow', () => takeKept(key), { signal })
  return () => {
    life.abort()
    takeKept(key)
  }
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

function keepText(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text)
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked or full: the text is lost.
  }
}
