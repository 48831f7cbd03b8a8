import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { isPlainClick } from '#web/ui/link.tsx'

/**
 * Asks before unsaved input is left: for links, for actions that the page passes here, and for the
 * browser's back and forward where it has the Navigation API. On close or reload the browser asks.
 */
export function useLeaveQuestion() {
  const navigate = useNavigate()
  const [isUnsaved, setIsUnsaved] = useState(false)
  const [asked, setAsked] = useState<{ go: () => void } | null>(null)

  useEffect(() => {
    if (!isUnsaved) return
    const unsaved = new AbortController()
    const { signal } = unsaved
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    const askBeforeLink = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a')
      if (!link || link.target || link.pathname === location.pathname) return
      if (!isPlainClick(event)) return
      event.preventDefault()
      // After "stay" the link was not pressed.
      event.stopPropagation()
      const { pathname, search } = link
      setAsked({ go: () => navigate(pathname + search) })
    }
    addEventListener('click', askBeforeLink, { signal, capture: true })
    const askBeforeTraversal = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return
      event.preventDefault()
      const { key } = event.destination
      const go = () => {
        unsaved.abort()
        navigation.traverseTo(key)
      }
      setAsked({ go })
    }
    if ('navigation' in window)
      navigation.addEventListener('navigate', askBeforeTraversal, { signal })
    return () => unsaved.abort()
  }, [isUnsaved, navigate])

  const leave = (go: () => void) => {
    if (isUnsaved) setAsked({ go })
    else go()
  }
  const answer = (mayLeave: boolean) => {
    setAsked(null)
    if (mayLeave) asked?.go()
  }
  return { setIsUnsaved, leave, isAsking: asked !== null, answer }
}
