import { useEffect, useState } from 'react'
import { chatTexts } from '#contract/texts/chat.ts'
import type { Entry } from './timeline.ts'

/** A message on its way for less long than this says nothing. */
const SLOW_AFTER_MS = 600

/** Below the messages: whether the last one, if it is one's own, is stored. Its height never changes. */
export function DeliveryLine({ last }: { last: Entry }) {
  return (
    <p className="h-4 shrink-0 text-end text-ink-soft text-xs">
      {last.isOwn && last.state === 'stored' && <span>{chatTexts.stored}</span>}
      {last.state === 'sending' && <Sending />}
    </p>
  )
}

function Sending() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow && <span>{chatTexts.sending}</span>
}
