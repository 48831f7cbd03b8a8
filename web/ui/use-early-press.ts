import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

declare global {
  interface Window {
    /**
     * Of a page that the Worker sent with a button in it: whether this was pressed before the scripts
     * had come. The first question ends the remembering.
     */
    takeEarlyPress?: (button: HTMLElement) => boolean
  }
}

/** A button that was drawn by the build can be pressed before it does anything; then it does it now. */
export function useEarlyPress(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  // In the very commit: who presses after it is answered by the button itself.
  useLayoutEffect(() => {
    if (!button.current || !window.takeEarlyPress?.(button.current)) return
    // Not before the fields have taken over what was typed into them.
    const timer = setTimeout(() => button.current?.click())
    return () => clearTimeout(timer)
  }, [])
  return button
}
