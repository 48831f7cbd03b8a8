import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useUnmounted } from '#web/ui/use-unmounted.ts'

/** Goes nowhere once the component has gone. */
export function useDelayedNavigation(): (path: string, delayMs: number) => void {
  const navigate = useNavigate()
  const unmounted = useUnmounted()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (path, delayMs) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!unmounted().aborted) navigate(path)
    }, delayMs)
  }
}
