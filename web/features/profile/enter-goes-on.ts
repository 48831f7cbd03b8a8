import type { KeyboardEvent, RefObject } from 'react'

/**
 * Where a phone's key says "next". Android goes to the next field by itself; an iPhone only writes it
 * on the key, which would send the form with half of it unseen. A keyboard of its own sends, as always.
 */
export function enterGoesOn(next: RefObject<HTMLInputElement | null>) {
  return (event: KeyboardEvent): void => {
    const isTouched = matchMedia('(pointer: coarse)').matches
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isTouched) return
    event.preventDefault()
    next.current?.focus()
  }
}
