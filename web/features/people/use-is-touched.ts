import type { RefObject } from 'react'
import { startTransition, useEffect, useState } from 'react'

/** So long after the last sign of a hand nobody is about to press a row. */
const CALM_MS = 2_500
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'touchmove', 'wheel'] as const

/** Whether somebody is at this part of the page: what they are about to press must not move away. */
export function useIsTouched(box: RefObject<HTMLElement | null>): boolean {
  const [isTouched, setIsTouched] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const touch = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setIsTouched(false), CALM_MS)
      // The press itself is drawn first.
      startTransition(() => setIsTouched(true))
    }
    for (const sign of SIGNS) element.addEventListener(sign, touch, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) element.removeEventListener(sign, touch)
    }
  }, [box])
  return isTouched
}
