import { useEffect, useState } from 'react'
import { PressGuard } from './press-guard.ts'

/** A guard of all presses on the page. */
export function usePressGuard(): PressGuard {
  const [guard] = useState(() => new PressGuard())
  useEffect(() => {
    document.addEventListener('click', guard.ignoreEarly, true)
    return () => document.removeEventListener('click', guard.ignoreEarly, true)
  }, [guard])
  return guard
}
