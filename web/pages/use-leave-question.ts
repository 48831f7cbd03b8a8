import { useCallback, useEffect, useRef, useState } from 'react'
import { setLeaveQuestion } from './leave-question.ts'

/** Within the app a dialog of ours asks; on close or reload the browser's own. */
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
