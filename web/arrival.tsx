import { useEffect, useLayoutEffect, useState, ViewTransition } from 'react'
import { Outlet, useLocation, useNavigationType } from 'react-router'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { toastStore } from '#web/ui/toast/show-toast.ts'

const scrollTops = new Map<string, number>()

/** Fade, scroll position and focus on navigation, as browsers do for separate pages. */
export function Arrival() {
  const { key, pathname } = useLocation()
  const navigationType = useNavigationType()
  const [shownPath, setShownPath] = useState(pathname)
  const isPageChange = pathname !== shownPath

  useLayoutEffect(() => {
    const rememberScroll = () => scrollTops.set(key, scrollY)
    addEventListener('scroll', rememberScroll, { passive: true })
    return () => removeEventListener('scroll', rememberScroll)
  }, [key])

  // useLayoutEffect, because useEffect runs after the view transition and would steal focus.
  useLayoutEffect(() => {
    if (!isPageChange) return
    toastStore.dismissErrors()
    scrollTo(0, navigationType === 'POP' ? (scrollTops.get(key) ?? 0) : 0)
    focusHeading()
  }, [key, navigationType, isPageChange])

  // useEffect, because an update before the view transition has begun would skip it.
  useEffect(() => setShownPath(pathname), [pathname])

  // Only page changes fade: during a fade React commits late and would write a field's earlier text
  // over newer input.
  return (
    <ViewTransition default={isPageChange ? 'page' : 'none'}>
      <Outlet />
    </ViewTransition>
  )
}
