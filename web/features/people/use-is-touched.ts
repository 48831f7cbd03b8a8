import type { RefObject } from 'react'
import { startTransition, useEffect, useRef, useState } from 'react'
import { TIMINGS } from '#contract/timings.ts'

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'touchmove', 'wheel'] as const

/**
 * Whether somebody is at this part of the page: what they are about to press must not move away. The
 * function knows of a touch that is not drawn yet.
 */
export function useIsTouched(
  box: RefObject<HTMLElement | null>,
): [isTouched: boolean, readIsTouched: () => boolean] {
  const [isTouched, setIsTouched] = useState(false)
  const isTouchedNow = useRef(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // A row that has the keyboard's focus would lose it with its place.
    const leave = () => {
      if (element.querySelector('[role=listitem] :focus-visible')) return touch()
      isTouchedNow.current = false
      setIsTouched(false)
    }
    const touch = () => {
      clearTimeout(timer)
      timer = setTimeout(leave, TIMINGS.listCalmMs)
      isTouchedNow.current = true
      // The press itself is drawn first.
      startTransition(() => setIsTouched(true))
    }
    for (const sign of SIGNS) element.addEventListener(sign, touch, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) element.removeEventListener(sign, touch)
    }
  }, [box])
  return [isTouched, () => isTouchedNow.current]
}
