import { useLayoutEffect, ViewTransition } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { PAGE_CHANGE } from './page-change.ts'

/**
 * Nothing else in a page: while one fades React draws later than it has worked out, and would put a
 * field's earlier text over what was typed meanwhile.
 */
const FADES = { [PAGE_CHANGE]: 'page', default: 'none' }

const scrollTops = new Map<string, number>()
let shownPath: string | null = null

/**
 * What a browser does for a page of its own: a new one starts at the top and is announced by its
 * heading, and going back finds the old place.
 */
export function Arrival() {
  const { key, pathname } = useLocation()
  const navigationType = useNavigationType()

  useLayoutEffect(() => {
    const rememberScroll = () => scrollTops.set(key, scrollY)
    addEventListener('scroll', rememberScroll, { passive: true })
    return () => removeEventListener('scroll', rememberScroll)
  }, [key])

  // An effect would wait until the old page has faded, and take the focus from who types already.
  useLayoutEffect(() => {
    const isFirst = shownPath === null
    if (shownPath === pathname) return
    shownPath = pathname
    if (isFirst) return
    scrollTo(0, navigationType === 'POP' ? (scrollTops.get(key) ?? 0) : 0)
    focusHeading()
  }, [key, pathname, navigationType])

  return (
    <ViewTransition default={FADES}>
      <Outlet />
    </ViewTransition>
  )
}
