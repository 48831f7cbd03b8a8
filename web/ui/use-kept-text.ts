import { useEffectEvent, useLayoutEffect } from 'react'
import type { Form } from './use-form.ts'

/** Keeps the text of a field over a reload of the page: browsers restore none that they do not complete. */
export function useKeptText<Name extends string>(
  { ref, change }: Pick<Form<Record<Name, string>>, 'ref' | 'change'>,
  name: Name,
): void {
  const findField = () => ref.current?.querySelector<HTMLInputElement>(`[name=${name}]`)

  const restore = useEffectEvent(() => {
    const field = findField()
    const kept = takeKept(toKey(name))
    if (!field || field.value || !kept) return
    change({ [name]: kept } as Record<Name, string>)
    // A text that comes back under the cursor would stand before what is typed next.
    if (field === document.activeElement) queueMicrotask(() => field.select())
  })
  const keep = useEffectEvent(() => keepText(toKey(name), findField()?.value ?? ''))
  useLayoutEffect(() => {
    restore()
    const keepNow = () => keep()
    addEventListener('pagehide', keepNow)
    return () => removeEventListener('pagehide', keepNow)
  }, [])
}

const toKey = (name: string) => `typed ${location.pathname} ${name}`

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
