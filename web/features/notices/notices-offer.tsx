import BellRing from 'lucide:bell-ring'
import X from 'lucide:x'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { cutText } from '#contract/plain-text.ts'
import { NOTICES_STATES, noticesTexts, whenTheyAnswer } from '#contract/texts/notices.ts'
import { noticesItem } from '#web/session/notices.ts'
import { useVisit } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import type { NoticesState } from './notices.ts'
import { noticesOfVisit, readNotices, turnOnNotices } from './notices.ts'

interface NoticesOfferProps {
  pushKey: string
  name: string
}

/** Longer names would make the line higher than 48 px on a small phone. */
const NAME_GRAPHEMES = 12

const ASKED_ABOUT: readonly NoticesState[] = ['off', 'uninstalled']

/** One line, shown once in a visit, while no keyboard covers the screen. */
export function NoticesOffer({ name, pushKey }: NoticesOfferProps) {
  const visit = useVisit()
  const [state, setState] = useState<NoticesState | null>(null)
  const line = useRef<HTMLElement>(null)
  const isTyping = useIsTyping()
  const isShown = state !== null && !isTyping
  useEffect(() => {
    if (noticesItem.read() !== null) return
    // A browser that has refused before or that has none says so in the menu.
    const show = (found: NoticesState) => ASKED_ABOUT.includes(found) && setState(found)
    readNotices(noticesItem).then(show, () => undefined)
  }, [])
  useEffect(() => {
    if (!isShown) return
    // The offer is made once, whatever the answer.
    if (noticesItem.read() === null) noticesItem.write('off')
    const log = line.current?.parentElement
    log?.scrollTo(0, log.scrollHeight)
  }, [isShown])
  const close = () => {
    line.current?.parentElement?.focus()
    setState(null)
  }
  const [turnOn, isAsking] = useAct(async () => {
    const answer = await turnOnNotices(noticesOfVisit(visit, pushKey))
    if (answer === 'off') return
    const { title, detail } = NOTICES_STATES[answer]
    showToast({ title, description: detail })
    close()
  })
  if (!isShown) return null
  const isOnIphone = state === 'uninstalled'
  return (
    <section
      ref={line}
      aria-label={noticesTexts.title}
      className="mt-1 flex min-h-12 items-center gap-2 rounded-lg border border-line bg-page ps-3 text-sm"
    >
      <Icon of={BellRing} className="size-5 shrink-0 text-glass" />
      <p className="min-w-0 flex-1 text-xs sm:text-sm">
        {isOnIphone
          ? NOTICES_STATES.uninstalled.detail
          : whenTheyAnswer(cutText(name, NAME_GRAPHEMES))}
      </p>
      {!isOnIphone && (
        <Button
          variant="quiet"
          className="px-3 text-sm"
          busy={isAsking}
          onClick={() => void turnOn()}
        >
          {noticesTexts.turnOn}
        </Button>
      )}
      <Button variant="quiet" size="icon" aria-label={noticesTexts.later} onClick={close}>
        <Icon of={X} className="size-5" />
      </Button>
    </section>
  )
}

/** True while a field has the focus and a touch screen lends it a keyboard. */
function useIsTyping(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const listening = new AbortController()
      for (const type of ['focusin', 'focusout'])
        document.addEventListener(type, listener, listening)
      return () => listening.abort()
    },
    () => matchMedia('(pointer: coarse)').matches && document.activeElement?.tagName === 'TEXTAREA',
  )
}
