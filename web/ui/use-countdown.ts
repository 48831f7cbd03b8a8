import { useEffect, useState } from 'react'

const TICK_MS = 250

/** Whole seconds that are left; 0 at the end. */
export function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (end === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= end) setEnd(0)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [end])

  const start = (seconds: number) => {
    setNow(Date.now())
    setEnd(Date.now() + seconds * 1_000)
  }
  return { seconds: end === 0 ? 0 : Math.max(1, Math.ceil((end - now) / 1_000)), start }
}
