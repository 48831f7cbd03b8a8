import Smartphone from 'lucide:smartphone'
import { useEffect, useState } from 'react'
import { NOTICES_STATES, noticesTexts } from '#contract/texts/notices.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useAct } from '#web/ui/use-act.ts'
import type { NoticesPlace, NoticesState } from './notices.ts'
import { readNotices, turnOffNotices, turnOnNotices } from './notices.ts'

interface NoticesSwitchProps {
  place: NoticesPlace
  texts?: { title: string; detail?: string; failed: string }
  /** The result of renewing them; null until known. */
  renewed?: NoticesState | null
}

const OF_VISIT = { title: noticesTexts.title, failed: NOTICES_STATES.failed.detail }

/** It says what is on, and why it cannot be. */
export function NoticesSwitch({ place, texts = OF_VISIT, renewed = null }: NoticesSwitchProps) {
  const { item } = place
  const [state, setState] = useState<NoticesState | null>(null)
  useEffect(() => {
    if (renewed) return setState(renewed)
    let isCurrent = true
    readNotices(item).then(
      (found) => isCurrent && setState(found),
      () => isCurrent && setState('unsupported'),
    )
    return () => {
      isCurrent = false
    }
  }, [item, renewed])
  const [turn, isBusy] = useAct(async (on: boolean) => {
    const now = on ? await turnOnNotices(place) : await turnOffNotices(place)
    setState(now)
    if (!on && now === 'on') throw new Error('still on')
  }, noticesTexts.offFailed)
  const why = state === null || state === 'on' || state === 'off' ? null : state
  const line = why === 'failed' ? texts.failed : why ? NOTICES_STATES[why].detail : texts.detail
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 px-3 font-semibold">
      <Icon of={Smartphone} />
      <Switch
        label={texts.title}
        checked={state === 'on'}
        disabled={isBusy || state === null || (why !== null && why !== 'failed')}
        onChange={(on) => void turn(on)}
      />
      {line && (
        <p role="status" className="col-start-2 py-1 font-normal text-ink-soft text-xs">
          {line}
        </p>
      )}
    </div>
  )
}
