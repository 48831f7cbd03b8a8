import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

declare global {
  interface Window {
    /** Whether a prerendered button was pressed before hydration. The first call ends recording. */
    takeEarlyPress?: (button: HTMLElement) => boolean
  }
}

/** Replays a press from before hydration. */
export function useEarlyPress(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  // In the commit itself: later presses reach the button's own handler.
  useLayoutEffect(() => {
    if (!button.current || !window.takeEarlyPress?.(button.current)) return
    // After the fields have taken over what was typed into them.
    const timer = setTimeout(() => button.current?.click())
    return () => clearTimeout(timer)
  }, [])
  return button
}
