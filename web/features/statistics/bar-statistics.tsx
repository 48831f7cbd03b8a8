import type { BarHours } from '#contract/bar-hours.ts'
import { numbersTexts } from '#contract/texts/numbers.ts'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { LastDay } from './last-day.tsx'
import { tonight } from './nightly-statistics.ts'
import { WeekMap } from './week-map.tsx'

const SECTION = 'min-w-0 content-start gap-4'

interface BarStatisticsProps {
  hours: BarHours
  /** The bar's own. */
  timeZone: string
}

export function BarStatistics({ hours, timeZone }: BarStatisticsProps) {
  const { peak, visits } = tonight(hours, timeZone)
  return (
    <>
      <TitledCard title={numbersTexts.tonight} hint={numbersTexts.nightHint} className={SECTION}>
        <dl className="flex flex-wrap gap-x-6 gap-y-3 lg:grid lg:gap-y-6">
          <Figure label={numbersTexts.peak} value={peak} />
          <Figure label={numbersTexts.visits} value={visits} />
        </dl>
      </TitledCard>
      <TitledCard title={numbersTexts.lastDay} className={SECTION}>
        <LastDay hours={hours} timeZone={timeZone} />
      </TitledCard>
      <TitledCard
        title={numbersTexts.week}
        hint={numbersTexts.weekHint}
        className={`${SECTION} col-span-full`}
      >
        <WeekMap hours={hours} timeZone={timeZone} />
      </TitledCard>
    </>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="grid gap-1">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="font-display font-semibold text-3xl tabular-nums">{value}</dd>
    </div>
  )
}
