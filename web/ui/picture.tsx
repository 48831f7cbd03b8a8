import type { ComponentProps, ReactNode } from 'react'
import { useEffect, useState } from 'react'

/** A photo may be stored a moment after its person is announced. */
const RETRIES_MS = [1_000, 3_000, 9_000]

interface PictureProps extends ComponentProps<'img'> {
  src: string
  alt: string
  /** Fades in once it is loaded. */
  fades?: boolean
  /** Stands in its place while it cannot be loaded. */
  fallback?: ReactNode
}

/** A picture that is tried again, up to three times, when it fails to load. */
export function Picture({ src, alt, fades, fallback, className = '', ...rest }: PictureProps) {
  const [loaded, setLoaded] = useState<string>()
  const { isBroken, onError } = useTries(src)
  if (isBroken) return fallback
  const hidden = fades && loaded !== src ? 'opacity-0' : ''
  return (
    <img
      src={src}
      alt={alt}
      decoding="async"
      onLoad={fades ? () => setLoaded(src) : undefined}
      onError={onError}
      className={`object-cover transition-opacity duration-300 ${hidden} ${className}`}
      {...rest}
    />
  )
}

/** Broken until the next try, after the last one for good. */
function useTries(src: string) {
  const [failed, setFailed] = useState<{ src: string; tries: number; isBroken: boolean }>()
  const now = failed?.src === src ? failed : undefined
  const waitMs = now?.isBroken ? RETRIES_MS[now.tries - 1] : undefined
  useEffect(() => {
    if (waitMs === undefined) return
    const again = () => setFailed((last) => last && { ...last, isBroken: false })
    const timer = setTimeout(again, waitMs)
    return () => clearTimeout(timer)
  }, [waitMs])
  return {
    isBroken: now?.isBroken === true,
    onError: () => setFailed({ src, tries: (now?.tries ?? 0) + 1, isBroken: true }),
  }
}
