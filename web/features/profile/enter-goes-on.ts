import type { KeyboardEvent, RefObject } from 'react'

/** For the "next" key on touch devices: Android moves the focus, iOS would submit the form. */
export function enterGoesOn(next: RefObject<HTMLInputElement | null>) {
  return (event: KeyboardEvent): void => {
    const isTouched = matchMedia('(pointer: coarse)').matches
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isTouched) return
    event.preventDefault()
    next.current?.focus()
  }
}
