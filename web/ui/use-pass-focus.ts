import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'

/**
 * Gives the focus to `heir` where `holder` goes while it has it: else the keyboard would begin anew at the top
 * of the page.
 */
export function usePassFocus(
  holder: RefObject<HTMLElement | null>,
  heir: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const element = holder.current
    return () => {
      if (element?.contains(document.activeElement)) heir.current?.focus({ preventScroll: true })
    }
  }, [holder, heir])
}
