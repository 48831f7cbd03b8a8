import BellRing from 'lucide:bell-ring'
import { useEffect, useRef, useState } from 'react'
import { NOTICES_STATES, noticesTexts, whenTheyWrite } from '#contract/texts/notices.ts'
import { canInstall, install } from '#web/session/install-prompt.ts'
import { noticesItem } from '#web/session/notices.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { NoticesState } from './notices.ts'
import { noticesOfVisit, readNotices, turnOnNotices } from './notices.ts'

interface NoticesCardProps {
  barId: string
  secret: string
  pushKey: string
  name: string
}

const ASKED_ABOUT: readonly NoticesState[] = ['off', 'uninstalled']

/** Asks once, below the first message that somebody has sent. It stays until its page is left. */
export function NoticesCard({ name, barId, secret, pushKey }: NoticesCardProps) {
  const [state, setState] = useState<NoticesState | 'asking' | null>(null)
  const [isClosed, setIsClosed] = useState(false)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (noticesItem.read() !== null) return
    // Who has refused before, or whose browser has none, finds the reason in the menu.
    const show = (found: NoticesState) => ASKED_ABOUT.includes(found) && setState(found)
    readNotices(noticesItem).then(show, () => undefined)
  }, [])
  useEffect(() => {
    if (state === null) return
    // Not asked a second time, whatever the answer.
    if (noticesItem.read() === null) noticesItem.write('off')
    const log = box.current?.parentElement
    log?.scrollTo(0, log.scrollHeight)
  }, [state])
  const turnOn = async () => {
    setState('asking')
    setState(await turnOnNotices(noticesOfVisit(barId, secret, pushKey)))
  }
  if (isClosed || state === null) return null
  const isOpen = state === 'off' || state === 'asking'
  return (
    <section
      ref={box}
      aria-label={noticesTexts.title}
      className="mt-4 grid max-w-narrow grid-cols-[auto_1fr] gap-x-3 self-center rounded-xl border border-line bg-page p-4 text-sm"
    >
      <Icon of={BellRing} className="size-6 text-glass" />
      <div className="grid gap-1">
        <p className="font-semibold text-base">
          {isOpen ? whenTheyWrite(name) : NOTICES_STATES[state].title}
        </p>
        <p role="status" className="text-ink-soft">
          {isOpen ? noticesTexts.detail : NOTICES_STATES[state].detail}
        </p>
      </div>
      <div className="col-span-2 mt-2 flex flex-wrap justify-end gap-2">
        {isOpen && (
          <>
            <Button variant="quiet" onClick={() => setIsClosed(true)}>
              {noticesTexts.later}
            </Button>
            <Button busy={state === 'asking'} onClick={() => void turnOn()}>
              {noticesTexts.turnOn}
            </Button>
          </>
        )}
        {!isOpen && (
          <Button variant="quiet" onClick={() => setIsClosed(true)}>
            {noticesTexts.understood}
          </Button>
        )}
        {state === 'on' && canInstall() && (
          <Button
            variant="secondary"
            onClick={() => {
              install()
              setIsClosed(true)
            }}
          >
            {noticesTexts.install}
          </Button>
        )}
      </div>
    </section>
  )
}
