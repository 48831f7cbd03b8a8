import type { ReactNode } from 'react'
import { startTransition, useLayoutEffect, useState } from 'react'
import type { Navigator } from 'react-router'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'
import { hasLeaveQuestion, mayLeave } from './leave-question.ts'

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
  useLayoutEffect(() => {
    const goOn = createGate(history.go)
    return history.listen((place) => {
      // In a transition the old page stays until the code of the new one is there.
      if (goOn(place)) startTransition(() => setPlace(place))
    })
  }, [history])
  return (
    <Router location={location} navigationType={action} navigator={navigator}>
      {children}
    </Router>
  )
}

function openHistory() {
  const history = createBrowserHistory({ v5Compat: true })
  const ask = async (go: () => void) => {
    if (!hasLeaveQuestion() || (await mayLeave())) go()
  }
  const navigator: Navigator = {
    createHref: history.createHref,
    encodeLocation: history.encodeLocation,
    go: history.go,
    push: (to, state) => void ask(() => history.push(to, state)),
    replace: (to, state) => void ask(() => history.replace(to, state)),
  }
  return { history, navigator }
}

/** A browser goes back before anybody can ask, so it is first brought forward again. */
function createGate(go: (delta: number) => void) {
  let undone: number | null = null
  let isAnswered = false
  return ({ action, delta }: { action: string; delta: number | null }): boolean => {
    if (undone !== null) {
      const steps = undone
      undone = null
      void mayLeave().then((may) => {
        isAnswered = may
        if (may) go(steps)
      })
      return false
    }
    if (action !== 'POP' || !delta || isAnswered || !hasLeaveQuestion()) {
      isAnswered = false
      return true
    }
    undone = delta
    go(-delta)
    return false
  }
}
