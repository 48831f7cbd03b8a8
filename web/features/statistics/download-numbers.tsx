import Download from 'lucide:download'
import type { BarHours } from '#contract/bar-hours.ts'
import { toCsv } from '#contract/csv.ts'
import { DAY_MS, HOUR_MS } from '#contract/durations.ts'
import { numbersTexts } from '#contract/texts/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { NIGHTS } from './nightly-statistics.ts'

export interface DownloadNumbersProps {
  barId: string
  timeZone: string
  hours: BarHours
}

export function DownloadNumbers({ barId, timeZone, hours }: DownloadNumbersProps) {
  function save(): void {
    const file = new Blob([toNumbersFile(hours, timeZone)], { type: 'text/csv' })
    saveFile(file, `numeros-${barId}.csv`)
  }
  return (
    <Button
      variant="secondary"
      className="justify-self-start"
      icon={<Icon of={Download} className="size-5" />}
      onClick={save}
    >
      {numbersTexts.download}
    </Button>
  )
}

/** A row for each hour of tonight and of the whole nights before, on the bar's own clock, from noon to noon. */
export function toNumbersFile({ now, hours }: BarHours, timeZone: string): string {
  const { night, date, hour, peak, visits } = numbersTexts.fileHead
  const form = { dateStyle: 'short', timeStyle: 'short', timeZone } as const
  // Sweden writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', form)
  const toDateAndTime = (at: number) => format.format(at).split(' ')
  const toEvening = (at: number) => toDateAndTime(at - 12 * HOUR_MS)[0] ?? ''
  const oldest = toEvening(now * HOUR_MS - NIGHTS * DAY_MS)
  const rows = hours.flatMap((one) => {
    const at = one.hour * HOUR_MS
    const [day = '', time = ''] = toDateAndTime(at)
    const evening = toEvening(at)
    return evening < oldest ? [] : [[evening, day, time, one.peak, one.visits]]
  })
  return toCsv([[night, date, hour, peak, visits], ...rows])
}
