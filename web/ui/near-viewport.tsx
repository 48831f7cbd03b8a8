import type { ReactNode } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'

/** A good screen ahead, so that what is scrolled to is there already. */
const MARGIN = '900px'

export interface NearViewportProps {
  as?: 'li' | 'div'
  className?: string
  /** What the place is worth until it was drawn once. */
  estimatedPx: number
  /** Drawn at the first paint already. */
  initially?: boolean
  children: (isNear: boolean) => ReactNode
  'aria-labelledby'?: string
}

/**
 * Draws its whole content only near the visible part of the page, and keeps its height otherwise:
 * a list of thousands costs as much as what is seen of it.
 */
export function NearViewport(props: NearViewportProps) {
  const { as: Element = 'div', className = '', estimatedPx, initially = false, children } = props
  const element = useRef<HTMLDivElement & HTMLLIElement>(null)
  const [isNear, setIsNear] = useState(initially)
  const [heightPx, setHeightPx] = useState(estimatedPx)

  useLayoutEffect(() => {
    if (!element.current) return
    return observe(element.current, (entry) => {
      // What is folded away has no size, and is no reason to forget the one that it had.
      if (!entry.isIntersecting && entry.boundingClientRect.height > 0) {
        setHeightPx(entry.boundingClientRect.height)
      }
      setIsNear(entry.isIntersecting)
    })
  }, [])

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

/** Divisible by every number of columns, so that no row ends early. */
const PER_PART = 24

export interface NearPartsProps<Item> {
  items: readonly Item[]
  /** What an item is worth in the height of its part, until the part was drawn once. */
  rowPx: number
  className?: string
  children: (part: readonly Item[]) => ReactNode
}

/** A long list, drawn part by part where it is looked at. */
export function NearParts<Item>({ items, rowPx, className = '', children }: NearPartsProps<Item>) {
  const parts = Array.from({ length: Math.ceil(items.length / PER_PART) }, (_, part) =>
    items.slice(part * PER_PART, (part + 1) * PER_PART),
  )
  return (
    <div className={className}>
      {parts.map((part, index) => (
        <NearViewport
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the list, whatever is in it
          key={index}
          estimatedPx={part.length * rowPx}
          initially={index === 0}
        >
          {(isNear) => isNear && children(part)}
        </NearViewport>
      ))}
    </div>
  )
}

type Listener = (entry: IntersectionObserverEntry) => void
const listeners = new Map<Element, Listener>()
let observer: IntersectionObserver | undefined

/** One observer for the page: its callbacks come together, and so do the draws that they cause. */
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
