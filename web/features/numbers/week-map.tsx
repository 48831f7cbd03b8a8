import type { BarHours } from '#contract/bar-hours.ts'
import { clockLabel, numbersTexts, WEEKDAYS, weekSummary } from '#contract/texts/numbers.ts'
import { InNumbers } from './in-numbers.tsx'
import { averageWeek, fullest, NIGHT_CLOCK } from './nights.ts'

const CELL = 20
const LEFT = 40
const NAMES = 22
const NAMED_EVERY = 3
/** An hour with anybody at all is told apart from one with nobody. */
const FAINTEST = 0.18

const average = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })

/** How full the bar was, by night of the week and hour of the night. */
export function WeekMap({ numbers }: { numbers: BarHours }) {
  const week = averageWeek(numbers)
  const best = fullest(week)
  if (!best) return <p className="text-ink-soft">{numbersTexts.nobodyEver}</p>

  const width = LEFT + NIGHT_CLOCK.length * CELL
  return (
    <>
      <svg
        role="img"
        aria-label={weekSummary(best.weekday, best.clock, average.format(best.average))}
        viewBox={`0 0 ${width} ${week.length * CELL + NAMES}`}
        className="w-full max-w-wide text-ink-soft"
      >
        {week.map((row, weekday) => (
          <g key={WEEKDAYS[weekday]} transform={`translate(0 ${weekday * CELL})`}>
            <text x="0" y={CELL - 5} fontSize="14" className="fill-current">
              {WEEKDAYS[weekday]}
            </text>
            {row.map((value, column) => (
              <rect
                key={NIGHT_CLOCK[column]}
                x={LEFT + column * CELL + 1}
                y="1"
                width={CELL - 2}
                height={CELL - 2}
                rx="3"
                className={value > 0 ? 'fill-accent' : 'fill-sunken'}
                fillOpacity={value > 0 ? FAINTEST + (1 - FAINTEST) * (value / best.average) : 1}
                data-average={value}
              />
            ))}
          </g>
        ))}
        {NIGHT_CLOCK.map((clock, column) =>
          column % NAMED_EVERY === 0 ? (
            <text
              key={clock}
              x={LEFT + (column + 0.5) * CELL}
              y={week.length * CELL + NAMES - 5}
              fontSize="14"
              textAnchor="middle"
              className="fill-current"
            >
              {clockLabel(clock)}
            </text>
          ) : null,
        )}
      </svg>
      <p>{weekSummary(best.weekday, best.clock, average.format(best.average))}</p>
      <InNumbers>
        <table className="text-right tabular-nums">
          <caption className="sr-only">{numbersTexts.weekHint}</caption>
          <thead>
            <tr>
              <th scope="col" className="pr-3 text-left">
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
                <th scope="row" className="pr-3 text-left font-normal">
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
      </InNumbers>
    </>
  )
}
