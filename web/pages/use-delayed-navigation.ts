import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

export function useDelayedNavigation(): (path: string, delayMs: number) => void {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (path, delayMs) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => navigate(path), delayMs)
  }
}
