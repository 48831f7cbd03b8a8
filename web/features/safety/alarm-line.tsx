import BellOff from 'lucide:bell-off'
import BellRing from 'lucide:bell-ring'
import { useState, useSyncExternalStore } from 'react'
import { deskTexts } from '#contract/texts/help-desk.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useAct } from '#web/ui/use-act.ts'
import type { Alarm } from './alarm.ts'
import type { DeskStore } from './help-desk.ts'

export interface AlarmLineProps {
  alarm: Alarm
  desk: DeskStore
  /** Otherwise calls of some bars are not heard here. */
  watchesEvery: boolean
}

/** Whether calls for help would be heard here. */
export function AlarmLine({ alarm, desk, watchesEvery }: AlarmLineProps) {
  const isLive = useSyncExternalStore(desk.subscribe, () => desk.getState().live.size > 0)
  const isOn = useSyncExternalStore(alarm.subscribe, alarm.isOn)
  const note = !watchesEvery && deskTexts.someBarsOnly
  const [isTested, setIsTested] = useState(false)
  // The test stays on this device.
  const test = () => {
    alarm.once()
    setIsTested(true)
  }
  if (!isOn) return <AlarmOff alarm={alarm} note={note} />
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="flex items-start gap-2.5 px-1 text-ink-soft text-sm">
          <Icon of={BellRing} className="mt-0.5 size-4.5 shrink-0 text-glass" />
          <span>
            <span className="font-semibold text-ink">{deskTexts.alarmOn}</span>{' '}
            <span>{isLive ? deskTexts.alarmOnDetail : deskTexts.noConnection}</span>{' '}
            {note && <span>{note}</span>}
          </span>
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

/** Asks for the sound, while there is none. */
export function AlarmOff({ alarm, note }: { alarm: Alarm; note?: string | false }) {
  const isOn = useSyncExternalStore(alarm.subscribe, alarm.isOn)
  const [hasFailed, setHasFailed] = useState(false)
  const [activate, isBusy] = useAct(async () => setHasFailed(!(await alarm.activate())))
  if (isOn) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-danger bg-danger-wash p-3 sm:p-4">
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <Icon of={BellOff} className="mt-0.5 size-5.5 shrink-0 text-danger" />
        <div className="grid gap-0.5">
          <p className="font-semibold">{deskTexts.alarmOff}</p>
          <p role="status" className="text-sm">
            {hasFailed ? (
              <span>{deskTexts.alarmFailed}</span>
            ) : (
              // On a phone the press says enough, and the bars are in sight.
              <span className="max-sm:hidden">{deskTexts.alarmOffDetail}</span>
            )}{' '}
            {note && <span>{note}</span>}
          </p>
        </div>
      </div>
      <Button size="lg" busy={isBusy} onClick={() => void activate()}>
        {deskTexts.activate}
      </Button>
    </div>
  )
}
