import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import type { Entered } from '#contract/entered.ts'
import { otherBarDetail, profileTexts } from '#contract/texts/profile.ts'
import { leaveEventually } from '#web/api/visit.ts'
import { toList } from '#web/pages/own-list.ts'
import { forgetDeviceKey } from '#web/session/device-keys.ts'
import { keepVisit } from '#web/session/entering.ts'
import { useStored } from '#web/session/stored-item.ts'
import { visitSecretItem } from '#web/session/visit-items.ts'
import { Confirm } from '#web/ui/confirm.tsx'

/** Entering a bar. The result spread into `OtherBarDialog` asks before another visit ends. */
export function useEntrance(barId: string, barName: string) {
  const [answer, setAnswer] = useState<((enter: boolean) => void) | null>(null)
  const navigate = useNavigate()

  /** Asks before it ends a visit in another bar: a stray scan must not. "No" leads back there. */
  async function mayEnter(): Promise<boolean> {
    const other = visitSecretItem.read()
    if (other === null) return true
    const isSure = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
    setAnswer(null)
    if (!isSure) navigate(toList(other.barId), { replace: true })
    return isSure
  }

  function enter(entered: Entered): void {
    const other = visitSecretItem.read()
    if (other && other.barId !== barId) {
      void leaveEventually(other.barId, other.secret)
      forgetDeviceKey(other.barId)
    }
    flushSync(() => keepVisit({ barId, barName }, entered))
  }

  return { mayEnter, enter, answer }
}

export function OtherBarDialog({ answer }: { answer: ((enter: boolean) => void) | null }) {
  const other = useStored(visitSecretItem)
  if (!answer) return null
  return (
    <Confirm
      title={profileTexts.otherBar}
      confirm={profileTexts.otherBarConfirm}
      cancel={profileTexts.otherBarCancel}
      onYes={async () => answer(true)}
      onClose={() => answer(false)}
    >
      <p>{otherBarDetail(other?.barName ?? '')}</p>
    </Confirm>
  )
}
