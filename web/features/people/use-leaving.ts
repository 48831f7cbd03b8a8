import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sharedTexts } from '#contract/texts/shared.ts'
import { leaveEventually, saysVisitIsOver, stay } from '#web/api/visit.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { Leaving } from './leaving.ts'

export interface LeavingOptions {
  barId: string
  secret: string
  /** The visit is over for this page; `tooLate` where somebody wanted to stay. */
  onOver: (how: 'left' | 'tooLate') => void
  /** It was taken back. */
  onStayed: () => void
}

export function useLeaving({ barId, secret, onOver, onStayed }: LeavingOptions) {
  const [isLeaving, setIsLeaving] = useState(false)
  const leavingEndsAt = useRoom((room) => room.leavingEndsAt)
  const current = useRef<Leaving | null>(null)
  const over = useEffectEvent(onOver)
  const stayed = useEffectEvent(onStayed)

  useEffect(() => {
    const leaving = new Leaving({
      ask: (signal) => leaveEventually(barId, secret, signal),
      stay: () => askToStay(barId, secret),
      changed: (isSo) => {
        setIsLeaving(isSo)
        if (!isSo) stayed()
      },
      gaveUp: () => over('left'),
      tooLate: () => over('tooLate'),
      stayFailed: tellStayFailed,
    })
    current.current = leaving
    return () => leaving.dispose()
  }, [barId, secret])

  useEffect(() => current.current?.told(leavingEndsAt), [leavingEndsAt])

  return {
    isLeaving,
    leave: () => current.current?.leave(),
    stay: () => void current.current?.stay(),
  }
}

async function askToStay(barId: string, secret: string): Promise<'staying' | 'over'> {
  try {
    await stay(barId, secret)
    return 'staying'
  } catch (error) {
    if (saysVisitIsOver(error)) return 'over'
    throw error
  }
}

function tellStayFailed(): void {
  showToast({
    title: sharedTexts.error,
    description: sharedTexts.unexpectedError,
    tone: 'destructive',
  })
}
