import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { BarAddress, OwnSite } from '#contract/bar-address.ts'
import { queryCamera } from './camera.ts'
import { CLOSED, Scanner } from './scanner.ts'

const IGNORE = () => () => undefined

export function useScanner(site: OwnSite, onBar: (address: BarAddress) => Promise<boolean>) {
  const video = useRef<HTMLVideoElement>(null)
  const still = useRef<HTMLCanvasElement>(null)
  const [scanner, setScanner] = useState<Scanner | null>(null)
  const enter = useRef(onBar)
  const [ownSite] = useState(site)
  useEffect(() => {
    enter.current = onBar
  }, [onBar])

  useEffect(() => {
    if (!video.current || !still.current) return
    const started = new Scanner({
      video: video.current,
      still: still.current,
      site: ownSite,
      onBar: (address) => enter.current(address),
    })
    setScanner(started)
    void started.open()
    const unwatch = watchPage(started)
    return () => {
      unwatch()
      started.close()
    }
  }, [ownSite])

  const state = useSyncExternalStore(scanner?.subscribe ?? IGNORE, scanner?.read ?? (() => CLOSED))
  return { scanner, state, video, still }
}

/** Releases the camera of a hidden page. Retries on visibility, permission or a new device. */
function watchPage(scanner: Scanner): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const phase = () => scanner.read().phase
  const retryAfter = (...problems: (string | null)[]) => {
    const { problem } = scanner.read()
    if (phase() === 'failed' && problems.includes(problem)) void scanner.open()
  }
  const followVisibility = () => {
    if (phase() === 'found') return
    if (phase() === 'failed') return document.hidden || retryAfter('busy', 'noPicture')
    if (document.hidden) scanner.pause()
    else void scanner.open()
  }
  document.addEventListener('visibilitychange', followVisibility, { signal })
  window.addEventListener('pagehide', () => scanner.pause(), { signal })
  navigator.mediaDevices?.addEventListener('devicechange', () => retryAfter('missing'), { signal })
  void queryCamera().then((permission) =>
    permission?.addEventListener('change', () => retryAfter('denied', 'dismissed'), { signal }),
  )
  return () => stop.abort()
}
