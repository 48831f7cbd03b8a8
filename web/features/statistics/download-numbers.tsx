import Download from 'lucide:download'
import type { BarHours } from '#contract/bar-hours.ts'
import { toCsv } from '#contract/csv.ts'
import { HOUR_MS } from '#contract/durations.ts'
import { numbersTexts } from '#contract/texts/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { saveFile } from '#web/ui/save-file.ts'

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

/** A row for each hour, on the bar's own clock. A night runs from noon to noon. */
export function toNumbersFile({ hours }: BarHours, timeZone: string): string {
  const { night, date, hour, peak, visits } = numbersTexts.fileHead
  const form = { dateStyle: 'short', timeStyle: 'short', timeZone } as const
  // Sweden writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', form)
  const toDateAndTime = (at: number) => format.format(at).split(' ')
  const rows = hours.map((one) => {
    const at = one.hour * HOUR_MS
    const [day = '', time = ''] = toDateAndTime(at)
    const [evening = ''] = toDateAndTime(at - 12 * HOUR_MS)
    return [evening, day, time, one.peak, one.visits]
  })
  return toCsv([[night, date, hour, peak, visits], ...rows])
}
