import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { BarAddress } from '#contract/bar-address.ts'
import { Scanner } from './scanner.ts'
import { CLOSED } from './scanner-state.ts'
import { watchPage } from './watch-page.ts'

const IGNORE = () => () => undefined

export function useScanner(onBar: (address: BarAddress) => Promise<boolean>) {
  const video = useRef<HTMLVideoElement>(null)
  const still = useRef<HTMLCanvasElement>(null)
  const [scanner, setScanner] = useState<Scanner | null>(null)
  const enter = useRef(onBar)
  useEffect(() => {
    enter.current = onBar
  }, [onBar])

  useEffect(() => {
    if (!video.current || !still.current) return
    const started = new Scanner({
      video: video.current,
      still: still.current,
      onBar: (address) => enter.current(address),
    })
    setScanner(started)
    void started.open()
    const unwatch = watchPage(started)
    return () => {
      unwatch()
      started.close()
    }
  }, [])

  const state = useSyncExternalStore(
    scanner?.subscribe ?? IGNORE,
    scanner?.getState ?? (() => CLOSED),
  )
  return { scanner, state, video, still }
}
