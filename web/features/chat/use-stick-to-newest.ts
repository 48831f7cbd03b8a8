import type { RefObject } from 'react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Entry } from './timeline.ts'

const NEAR_PX = 64

/** Follows the newest message if it is in view; otherwise keeps the scroll position. */
export function useStickToNewest(box: RefObject<HTMLElement | null>, entries: readonly Entry[]) {
  const [isAtNewest, setIsAtNewest] = useState(true)
  const wasAtNewest = useRef(true)
  const before = useRef({ first: '', newest: '', height: 0 })
  const [seenThrough, setSeenThrough] = useState('')
  const newest = entries.at(-1)
  const newestId = newest?.id ?? ''

  const jump = useCallback(() => {
    const element = box.current
    if (element) element.scrollTop = element.scrollHeight
  }, [box])

  const look = useCallback(() => {
    const element = box.current
    if (!element) return
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight
    wasAtNewest.current = distance < NEAR_PX
    setIsAtNewest(wasAtNewest.current)
  }, [box])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const { current: old } = before
    const first = entries[0]?.id ?? ''
    const isOwnNew = newest?.isOwn && newestId !== old.newest
    if (wasAtNewest.current || isOwnNew) jump()
    else if (first !== old.first) element.scrollTop += element.scrollHeight - old.height
    before.current = { first, newest: newestId, height: element.scrollHeight }
    // `entries`, because a refused message grows by its reason and two buttons.
  }, [box, jump, entries, newest, newestId])

  useEffect(() => {
    if (isAtNewest) setSeenThrough(newestId)
  }, [isAtNewest, newestId])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => wasAtNewest.current && jump())
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box, jump, look])

  const seen = entries.findIndex(({ id }) => id === seenThrough)
  const unseen = isAtNewest || seen < 0 ? 0 : entries.length - 1 - seen
  return { isAtNewest, unseen, jump }
}
