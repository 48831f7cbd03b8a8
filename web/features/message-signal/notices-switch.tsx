import { Smartphone } from 'lucide'
import { useEffect, useState } from 'react'
import { NOTICES_STATES, noticesTexts } from '#contract/texts/notices.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { NoticesPlace, NoticesState } from './notices.ts'
import { readNotices, turnOffNotices, turnOnNotices } from './notices.ts'

/** An entry of a menu. It says what is on, and why it cannot be. */
export function NoticesSwitch(place: NoticesPlace) {
  const [state, setState] = useState<NoticesState | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    readNotices().then(setState, () => setState('unsupported'))
  }, [])
  const turn = async (on: boolean) => {
    setIsBusy(true)
    setState(on ? await turnOnNotices(place) : await turnOffNotices(place))
    setIsBusy(false)
  }
  const why = state === null || state === 'on' || state === 'off' ? null : state
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 px-3">
      <Icon of={Smartphone} />
      <Switch
        label={noticesTexts.title}
        checked={state === 'on'}
        disabled={isBusy || state === null || (why !== null && why !== 'failed')}
        onChange={(on) => void turn(on)}
      />
      {why && (
        <p role="status" className="col-start-2 pb-1 text-ink-soft text-xs">
          {NOTICES_STATES[why].detail}
        </p>
      )}
    </div>
  )
}
