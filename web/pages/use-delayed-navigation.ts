import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useUnmounted } from '#web/ui/use-unmounted.ts'

/** Goes nowhere once the component has gone. */
export function useDelayedNavigation(): (path: string, delayMs: number) => void {
  const navigate = useNavigate()
  const unmounted = useUnmounted()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (path, delayMs) => {
    clearTimeout(timer.current)
    if (!unmounted().aborted) timer.current = setTimeout(() => navigate(path), delayMs)
  }
}
