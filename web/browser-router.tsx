import type { ReactNode } from 'react'
import { addTransitionType, startTransition, useLayoutEffect, useState } from 'react'
import type { Navigator, To } from 'react-router'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'
import { PAGE_CHANGE } from './page-change.ts'
import { routerGate } from './router-gate.ts'

/**
 * The router's own BrowserRouter, which shares a module with links and forms of its framework mode:
 * importing it (or its Link) puts 6 kB that nobody uses into every page.
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
        // In a transition the old page stays until the code of the new one is there.
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
  // The address is there before its page is: a link that is pressed again leads there once.
  const isThere = (to: To) => history.createHref(to) === history.createHref(history.location)
  const navigator: Navigator = {
    createHref: history.createHref,
    go: history.go,
    push: (to, state) => pass(() => history[isThere(to) ? 'replace' : 'push'](to, state)),
    replace: (to, state) => pass(() => history.replace(to, state)),
  }
  return { history, navigator }
}
