import type { ReactNode } from 'react'
import { addTransitionType, startTransition, useLayoutEffect, useState } from 'react'
import type { Navigator, To } from 'react-router'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'
import { PAGE_CHANGE } from './page-change.ts'
import { routerGate } from './router-gate.ts'

/**
 * Replaces the router's BrowserRouter and Link: their module holds framework mode too, 6 kB on
 * every page.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [{ history, navigator }] = useState(openHistory)
  const [{ action, location }, setPlace] = useState({
    action: history.action,
    location: history.location,
  })
  useLayoutEffect(
    () =>
      history.listen((place) => {
        if (routerGate()?.admits(place, history.go) === false) return
        // In a transition the old page stays until the new page's code has loaded.
        startTransition(() => {
          addTransitionType(PAGE_CHANGE)
          setPlace(place)
        })
      }),
    [history],
  )
  return (
    <Router location={location} navigationType={action} navigator={navigator}>
      {children}
    </Router>
  )
}

function openHistory() {
  const history = createBrowserHistory({ v5Compat: true })
  const pass = (go: () => void) => {
    const gate = routerGate()
    if (gate) gate.pass(go)
    else go()
  }
  // The URL changes before the page: a link pressed again must not push a second entry.
  const isThere = (to: To) => history.createHref(to) === history.createHref(history.location)
  const navigator: Navigator = {
    createHref: history.createHref,
    go: history.go,
    push: (to, state) => pass(() => history[isThere(to) ? 'replace' : 'push'](to, state)),
    replace: (to, state) => pass(() => history.replace(to, state)),
  }
  return { history, navigator }
}
