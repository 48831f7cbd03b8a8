import BellOff from 'lucide:bell-off'
import BellRing from 'lucide:bell-ring'
import { useState, useSyncExternalStore } from 'react'
import { deskTexts } from '#contract/texts/help-desk.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useAct } from '#web/ui/use-act.ts'
import type { Alarm } from './alarm.ts'

export interface AlarmLineProps {
  alarm: Alarm
  isOffline: boolean
  /** Otherwise calls of some bars are not heard here. */
  watchesEvery: boolean
}

/** Whether calls for help would be heard here. */
export function AlarmLine({ alarm, isOffline, watchesEvery }: AlarmLineProps) {
  const isOn = useSyncExternalStore(alarm.subscribe, alarm.isOn)
  const note = !watchesEvery && deskTexts.someBarsOnly
  const [isTested, setIsTested] = useState(false)
  // The test stays on this device.
  const test = () => {
    alarm.once()
    setIsTested(true)
  }
  if (isOffline) return <NoConnection />
  if (!isOn) return <AlarmOff alarm={alarm} note={note} />
  return (
    <div className="grid gap-3">
      <div className="flex min-h-12 items-center gap-2">
        <Icon of={BellRing} className="size-4.5 shrink-0 text-glass" />
        <p role="status" className="min-w-0 flex-1 text-ink-soft text-sm">
          <span className="font-semibold text-ink">{deskTexts.alarmOn}</span>{' '}
          <span className="max-sm:hidden">{deskTexts.alarmOnDetail}</span>{' '}
          {note && <span>{note}</span>}
        </p>
        <Button variant="quiet" className="px-3! text-sm!" onClick={test}>
          {deskTexts.test}
        </Button>
      </div>
      {isTested && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border-2 border-danger bg-raised p-4">
          <div role="status" className="grid gap-0.5">
            <p className="font-semibold">{deskTexts.testTitle}</p>
            <p className="text-sm">{deskTexts.testDetail}</p>
          </div>
          <Button variant="secondary" onClick={() => setIsTested(false)}>
            {deskTexts.close}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Asks for the sound without a word, where guests read the screen too. */
export function AlarmBell({ alarm }: { alarm: Alarm }) {
  const isOn = useSyncExternalStore(alarm.subscribe, alarm.isOn)
  if (isOn) return null
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={deskTexts.activate}
      onClick={() => void alarm.activate()}
    >
      <Icon of={BellOff} />
    </Button>
  )
}

/** No call comes, with sound or without. */
function NoConnection() {
  return (
    <div className="flex min-h-12 items-center gap-3 rounded-lg border border-danger bg-danger-wash px-3 py-1">
      <Icon of={BellOff} className="size-5 shrink-0 text-danger" />
      <p role="status" className="min-w-0 flex-1 font-semibold text-sm">
        {deskTexts.noConnection}
      </p>
    </div>
  )
}

/** Asks for the sound, while there is none. */
export function AlarmOff({ alarm, note }: { alarm: Alarm; note?: string | false }) {
  const isOn = useSyncExternalStore(alarm.subscribe, alarm.isOn)
  const [hasFailed, setHasFailed] = useState(false)
  const [activate, isBusy] = useAct(async () => setHasFailed(!(await alarm.activate())))
  if (isOn) return null
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-raised px-3 py-1">
      <Icon of={BellOff} className="size-5 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="font-semibold">{deskTexts.alarmOff}</span>{' '}
        <span role="status">
          {hasFailed ? (
            <span>{deskTexts.alarmFailed}</span>
          ) : (
            // On a phone the press says enough, and the bars are in sight.
            <span className="max-sm:hidden">{deskTexts.alarmOffDetail}</span>
          )}{' '}
          {note && <span>{note}</span>}
        </span>
      </p>
      <Button size="sm" busy={isBusy} onClick={() => void activate()}>
        {deskTexts.activate}
      </Button>
    </div>
  )
}
