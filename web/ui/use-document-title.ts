import { useEffect } from 'react'

/** Null: another part sets it. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])
}
