import type { BarHours } from '#contract/bar-hours.ts'
import { clockLabel, lastDaySummary, numbersTexts } from '#contract/texts/numbers.ts'
import { FiguresTable } from './figures-table.tsx'
import { lastDay, toLocal } from './nightly-statistics.ts'

/** In percent. Space above the line holds its label. */
const FULL = 100
const TOP = 14
/** Hours between two labels. */
const NAMED_EVERY = 6

interface Point {
  x: number
  y: number
  clock: number
  peak: number
}

export function LastDay({ hours, timeZone }: { hours: BarHours; timeZone: string }) {
  const day = lastDay(hours)
  const most = Math.max(...day.map(({ peak }) => peak))
  if (most === 0) return <p className="text-ink-soft">{numbersTexts.nobody}</p>

  const step = FULL / (day.length - 1)
  const points = day.map(({ hour, peak }, index) => ({
    x: index * step,
    y: FULL - (peak / most) * (FULL - TOP),
    clock: toLocal(hour, timeZone).clock,
    peak,
  }))
  const fullest = points.find(({ peak }) => peak === most)
  return (
    <>
      <div
        role="img"
        aria-label={lastDaySummary(most, fullest?.clock ?? 0, points.at(-1)?.peak ?? 0)}
        className="grid gap-1.5 text-ink-soft text-sm"
      >
        <Curve points={points} fullest={fullest} />
        <Clock points={points} />
      </div>
      <FiguresTable>
        <DayTable points={points} />
      </FiguresTable>
    </>
  )
}

function Curve({ points, fullest }: { points: readonly Point[]; fullest: Point | undefined }) {
  const line = points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')
  return (
    <div className="relative h-40 border-edge border-b sm:h-52">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${FULL} ${FULL}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
      >
        <polygon points={`0,${FULL} ${line} ${FULL},${FULL}`} className="fill-glass-wash" />
        <polyline
          points={line}
          fill="none"
          strokeWidth="3"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className="stroke-online"
        />
      </svg>
      {fullest && (
        <span
          className="absolute -translate-x-1/2 -translate-y-full pb-1 font-semibold text-ink tabular-nums"
          style={{ left: within(fullest.x), top: `${fullest.y}%` }}
        >
          {fullest.peak}
        </span>
      )}
    </div>
  )
}

function Clock({ points }: { points: readonly Point[] }) {
  return (
    <div className="relative h-5">
      {points.map(({ x, clock }, index) =>
        index % NAMED_EVERY === 0 || index === points.length - 1 ? (
          <span key={x} className="absolute -translate-x-1/2" style={{ left: within(x) }}>
            {clockLabel(clock)}
          </span>
        ) : null,
      )}
    </div>
  )
}

function DayTable({ points }: { points: readonly Point[] }) {
  return (
    <table className="tabular-nums">
      <caption className="sr-only">{numbersTexts.lastDay}</caption>
      <thead>
        <tr>
          <th scope="col" className="pr-2 text-left">
            {numbersTexts.hour}
          </th>
          <th scope="col" className="text-right">
            {numbersTexts.people}
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ x, clock, peak }) => (
          <tr key={x}>
            <th scope="row" className="pr-2 text-left font-normal">
              {clockLabel(clock)}
            </th>
            <td className="text-right">{peak}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const within = (x: number): string => `clamp(1rem, ${x}%, 100% - 1rem)`
