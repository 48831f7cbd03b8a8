import { useLayoutEffect, ViewTransition } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { PAGE_CHANGE } from './page-change.ts'

/**
 * Only page changes fade: during a fade React commits late and would write a field's earlier text
 * over newer input.
 */
const FADES = { [PAGE_CHANGE]: 'page', default: 'none' }

const scrollTops = new Map<string, number>()
let shownPath: string | null = null

/** Scroll position and focus on navigation, as browsers do for separate pages. */
export function Arrival() {
  const { key, pathname } = useLocation()
  const navigationType = useNavigationType()

  useLayoutEffect(() => {
    const rememberScroll = () => scrollTops.set(key, scrollY)
    addEventListener('scroll', rememberScroll, { passive: true })
    return () => removeEventListener('scroll', rememberScroll)
  }, [key])

  // useLayoutEffect, because useEffect runs after the view transition and would steal focus.
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
