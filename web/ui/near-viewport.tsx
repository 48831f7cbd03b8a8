import type { ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'

/** About a screen ahead, so that content is drawn before it scrolls into view. */
const MARGIN = '900px'

export interface NearViewportProps {
  as?: 'li' | 'div'
  className?: string
  /** Height until the content was drawn once. */
  estimatedPx: number
  /** Draws at the first paint. */
  initially?: boolean
  /** Called with the element; returns what to do at its end. */
  observe?: (element: Element) => () => void
  children: (isNear: boolean) => ReactNode
  'aria-labelledby'?: string
}

/** Tells its content whether it is near the viewport, and keeps its height while it is not. */
export function NearViewport(props: NearViewportProps) {
  const { as: Element = 'div', className = '', estimatedPx, initially = false } = props
  const { observe: observeElement, children } = props
  const element = useRef<HTMLDivElement & HTMLLIElement>(null)
  const [isNear, setIsNear] = useState(initially)
  const [heightPx, setHeightPx] = useState(estimatedPx)

  useLayoutEffect(() => {
    if (!element.current) return
    return observe(element.current, (entry) => {
      // A folded element has no height: keep the last one.
      if (!entry.isIntersecting && entry.boundingClientRect.height > 0) {
        setHeightPx(entry.boundingClientRect.height)
      }
      setIsNear(entry.isIntersecting)
    })
  }, [])

  useLayoutEffect(() => {
    return element.current ? observeElement?.(element.current) : undefined
  }, [observeElement])

  return (
    <Element
      ref={element}
      className={className}
      data-far={isNear ? undefined : ''}
      style={isNear ? undefined : { blockSize: `${heightPx}px`, overflow: 'clip' }}
      {...(props['aria-labelledby'] && { 'aria-labelledby': props['aria-labelledby'] })}
    >
      {children(isNear)}
    </Element>
  )
}

type Listener = (entry: IntersectionObserverEntry) => void
const listeners = new Map<Element, Listener>()
let observer: IntersectionObserver | undefined

/** One observer for the page, so that React draws all changes of a frame at once. */
function observe(element: Element, listener: Listener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry)
    },
    { rootMargin: MARGIN, scrollMargin: MARGIN } as IntersectionObserverInit,
  )
  listeners.set(element, listener)
  observer.observe(element)
  return () => {
    listeners.delete(element)
    observer?.unobserve(element)
  }
}
