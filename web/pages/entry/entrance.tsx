import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { address } from '#contract/address.ts'
import type { Entered } from '#contract/entered.ts'
import { PAGES } from '#contract/pages.ts'
import { otherBarDetail, profileTexts } from '#contract/texts/profile.ts'
import { toList } from '#web/pages/own-list.ts'
import { forgetDeviceKey } from '#web/session/device-keys.ts'
import { keepVisit } from '#web/session/entering.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import type { OtherVisit } from './other-visit.ts'
import { findOtherVisit } from './other-visit.ts'

interface Question {
  barName: string
  answer: (enter: boolean) => void
}

/** Entering a bar. The question goes to `OtherBarDialog`, which asks before another visit ends. */
export function useEntrance(barId: string, barName: string) {
  const [question, setQuestion] = useState<Question | null>(null)
  const navigate = useNavigate()
  const left = useRef<OtherVisit>(null)

  /** Asks before it ends a visit in another bar: a stray scan must not. "No" leads back there. */
  async function mayEnter(): Promise<boolean> {
    const other = await findOtherVisit(barId)
    left.current = other
    if (other === null) return true
    const isSure = await new Promise<boolean>((answer) =>
      setQuestion({ barName: other.barName, answer }),
    )
    setQuestion(null)
    if (!isSure) {
      const { barId: otherId, isHere } = other
      const back = isHere ? toList(otherId) : address(PAGES.bar, { barId: otherId })
      navigate(back, { replace: true })
    }
    return isSure
  }

  function enter(entered: Entered): void {
    const other = left.current
    if (other && other.barId !== barId) {
      void other.leave().catch(() => undefined)
      forgetDeviceKey(other.barId)
    }
    flushSync(() => keepVisit({ barId, barName }, entered))
  }

  return { mayEnter, enter, question }
}

export function OtherBarDialog({ question }: { question: Question | null }) {
  if (!question) return null
  const { barName, answer } = question
  return (
    <Confirm
      title={profileTexts.otherBar}
      confirm={profileTexts.otherBarConfirm}
      cancel={profileTexts.otherBarCancel}
      onYes={async () => answer(true)}
      onClose={() => answer(false)}
    >
      <p>{otherBarDetail(barName)}</p>
    </Confirm>
  )
}
