import { useCallback, useEffect, useRef, useState } from 'react'
import { setLeaveQuestion } from './leave-question.ts'

/**
 * Asks before a page with unsaved work is left: with a dialog of ours within the app, with the
 * browser's own when the tab is closed or reloaded.
 */
export function useLeaveQuestion() {
  const [isHeld, setIsHeld] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const resolve = useRef<((may: boolean) => void) | null>(null)

  useEffect(() => {
    if (!isHeld) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    setLeaveQuestion(() => {
      resolve.current?.(false)
      setIsAsking(true)
      return new Promise((settle) => {
        resolve.current = settle
      })
    })
    return () => {
      removeEventListener('beforeunload', warn)
      setLeaveQuestion(null)
    }
  }, [isHeld])

  const answer = useCallback((may: boolean) => {
    setIsAsking(false)
    resolve.current?.(may)
    resolve.current = null
  }, [])
  return { setIsHeld, isAsking, answer }
}
