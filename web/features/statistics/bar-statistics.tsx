import type { ReactNode } from 'react'
import { useId } from 'react'
import type { BarHours } from '#contract/bar-hours.ts'
import { numbersTexts } from '#contract/texts/numbers.ts'
import { Card } from '#web/ui/card.tsx'
import { LastDay } from './last-day.tsx'
import { tonight } from './nightly-statistics.ts'
import { WeekMap } from './week-map.tsx'

export function BarStatistics({ numbers }: { numbers: BarHours }) {
  const { peak, visits } = tonight(numbers)
  return (
    <>
      <Section title={numbersTexts.tonight} hint={numbersTexts.nightHint}>
        <dl className="flex flex-wrap gap-x-10 gap-y-4 lg:grid lg:gap-y-6">
          <Figure label={numbersTexts.peak} value={peak} />
          <Figure label={numbersTexts.visits} value={visits} />
        </dl>
      </Section>
      <Section title={numbersTexts.lastDay}>
        <LastDay numbers={numbers} />
      </Section>
      <Section title={numbersTexts.week} hint={numbersTexts.weekHint} className="col-span-full">
        <WeekMap numbers={numbers} />
      </Section>
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

function Section(props: { title: string; hint?: string; className?: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <Card
      as="section"
      aria-labelledby={titleId}
      className={`grid min-w-0 content-start gap-4 ${props.className ?? ''}`}
    >
      <div className="grid gap-1">
        <h2 id={titleId} className="font-display font-semibold text-xl">
          {props.title}
        </h2>
        {props.hint && <p className="text-ink-soft text-sm">{props.hint}</p>}
      </div>
      {props.children}
    </Card>
  )
}
