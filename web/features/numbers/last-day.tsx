import type { BarHours } from '#contract/bar-hours.ts'
import { clockLabel, lastDaySummary, numbersTexts } from '#contract/texts/numbers.ts'
import { InNumbers } from './in-numbers.tsx'
import { lastDay, toLocal } from './nights.ts'

const WIDTH = 480
const HEIGHT = 140
const TOP = 22
const BASE = HEIGHT - 24
/** Every so many hours one is named below the line. */
const NAMED_EVERY = 6

/** How many were online, as a line through the last 24 hours. */
export function LastDay({ numbers }: { numbers: BarHours }) {
  const day = lastDay(numbers)
  const most = Math.max(...day.map(({ peak }) => peak))
  if (most === 0) return <p className="text-ink-soft">{numbersTexts.nobody}</p>

  const step = WIDTH / (day.length - 1)
  const points = day.map(({ hour, peak }, index) => ({
    x: index * step,
    y: BASE - (peak / most) * (BASE - TOP),
    clock: toLocal(hour).clock,
    peak,
  }))
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const fullest = points.find(({ peak }) => peak === most)
  return (
    <>
      <svg
        role="img"
        aria-label={lastDaySummary(most, fullest?.clock ?? 0, points.at(-1)?.peak ?? 0)}
        viewBox={`-8 0 ${WIDTH + 16} ${HEIGHT}`}
        className="w-full max-w-wide text-ink-soft"
      >
        <polygon
          points={`0,${BASE} ${line} ${WIDTH},${BASE}`}
          className="fill-glass-wash"
          stroke="none"
        />
        <line x1="0" y1={BASE} x2={WIDTH} y2={BASE} className="stroke-edge" />
        <polyline
          points={line}
          fill="none"
          strokeWidth="3"
          strokeLinejoin="round"
          className="stroke-online"
        />
        {fullest && (
          <text
            x={Math.min(Math.max(fullest.x, 12), WIDTH - 12)}
            y={fullest.y - 7}
            fontSize="15"
            fontWeight="600"
            textAnchor="middle"
            className="fill-current"
          >
            {most}
          </text>
        )}
        {points.map(({ x, clock }, index) =>
          index % NAMED_EVERY === 0 || index === points.length - 1 ? (
            <text
              key={x}
              x={x}
              y={HEIGHT - 4}
              fontSize="14"
              textAnchor={index === 0 ? 'start' : index === points.length - 1 ? 'end' : 'middle'}
              className="fill-current"
            >
              {clockLabel(clock)}
            </text>
          ) : null,
        )}
      </svg>
      <InNumbers>
        <table className="tabular-nums">
          <caption className="sr-only">{numbersTexts.lastDay}</caption>
          <thead>
            <tr>
              <th scope="col" className="pr-6 text-left">
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
                <th scope="row" className="pr-6 text-left font-normal">
                  {clockLabel(clock)}
                </th>
                <td className="text-right">{peak}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </InNumbers>
    </>
  )
}
