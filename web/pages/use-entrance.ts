import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Entered } from '#contract/entered.ts'
import { leaveEventually } from '#web/api/visit.ts'
import { forgetDeviceKey, keepDeviceKey, keepMark, keepVisit } from '#web/session/visit.ts'
import { visitSecretItem } from '#web/session/visit-items.ts'
import { beginAnew } from './begin-anew.ts'

export function useEntrance(barId: string, barName: string | null) {
  const [answerOtherBar, setAnswerOtherBar] = useState<((enter: boolean) => void) | null>(null)

  /** Asks before it ends a visit in another bar: a stray scan must not. */
  async function mayEnter(): Promise<boolean> {
    if (visitSecretItem.read() === null) return true
    const answer = await new Promise<boolean>((resolve) => setAnswerOtherBar(() => resolve))
    setAnswerOtherBar(null)
    return answer
  }

  function onEntered({ person, secret, deviceKey, mark }: Entered): void {
    const other = visitSecretItem.read()
    if (other && other.barId !== barId) {
      void leaveEventually(other.barId, other.secret)
      forgetDeviceKey(other.barId)
    }
    keepDeviceKey(barId, deviceKey)
    keepMark(barId, mark)
    flushSync(() => keepVisit({ barId, barName: barName ?? '' }, secret, person))
    beginAnew()
  }

  return { mayEnter, onEntered, answerOtherBar }
}
