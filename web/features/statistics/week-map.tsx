import { Fragment } from 'react'
import type { BarHours } from '#contract/bar-hours.ts'
import { clockLabel, numbersTexts, WEEKDAYS, weekSummary } from '#contract/texts/numbers.ts'
import { FiguresTable } from './figures-table.tsx'
import { averageWeek, fullest, NIGHT_CLOCK } from './nightly-statistics.ts'

/** Hours between two labels; more labels would overlap. */
const NAMED_EVERY = 3
/** Lowest opacity: one person must look different from nobody. */
const FAINTEST = 0.18

const average = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })

interface WeekProps {
  week: readonly (readonly number[])[]
}

export function WeekMap({ hours, timeZone }: { hours: BarHours; timeZone: string }) {
  const week = averageWeek(hours, timeZone)
  const best = fullest(week)
  if (!best) return <p className="text-ink-soft">{numbersTexts.nobodyEver}</p>

  const summary = weekSummary(best.weekday, best.clock, average.format(best.average))
  return (
    <>
      <Squares week={week} most={best.average} label={summary} />
      <p>{summary}</p>
      <FiguresTable>
        <WeekTable week={week} />
      </FiguresTable>
    </>
  )
}

function Squares({ week, most, label }: WeekProps & { most: number; label: string }) {
  const strengthOf = (value: number) => (value > 0 ? FAINTEST + (1 - FAINTEST) * (value / most) : 1)
  return (
    <div
      role="img"
      aria-label={label}
      className="grid grid-cols-[2.25rem_repeat(24,minmax(0,1fr))] items-center gap-0.5 text-ink-soft text-xs sm:gap-1 sm:text-sm"
    >
      {week.map((row, weekday) => (
        <Fragment key={WEEKDAYS[weekday]}>
          <span>{WEEKDAYS[weekday]}</span>
          {row.map((value, column) => (
            <span
              key={NIGHT_CLOCK[column]}
              className={`h-5 rounded-sm forced-color-adjust-none sm:h-8 ${value > 0 ? 'bg-accent' : 'bg-hover'}`}
              style={{ opacity: strengthOf(value) }}
              data-average={value}
            />
          ))}
        </Fragment>
      ))}
      <span />
      {NIGHT_CLOCK.map((clock, column) =>
        column % NAMED_EVERY === 0 ? (
          <span key={clock} className="col-span-3">
            {clockLabel(clock)}
          </span>
        ) : null,
      )}
    </div>
  )
}

function WeekTable({ week }: WeekProps) {
  return (
    <table className="text-right tabular-nums">
      <caption className="sr-only">{numbersTexts.weekHint}</caption>
      <thead>
        <tr>
          <th scope="col" className="pr-2 text-left">
            {numbersTexts.night}
          </th>
          {NIGHT_CLOCK.map((clock) => (
            <th key={clock} scope="col" className="px-1">
              {clockLabel(clock)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {week.map((row, weekday) => (
          <tr key={WEEKDAYS[weekday]}>
            <th scope="row" className="pr-2 text-left font-normal">
              {WEEKDAYS[weekday]}
            </th>
            {row.map((value, column) => (
              <td key={NIGHT_CLOCK[column]} className="px-1">
                {average.format(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
