import { Fragment } from 'react'
import {
  helpCallsWord,
  inPoints,
  monitorTexts,
  openBarsWord,
  reportsWord,
} from '#contract/texts/monitor.ts'

export interface OverviewNumbers {
  online: number
  openBars: number
  calls: number
  reports: number
}

export interface OverviewLineProps extends OverviewNumbers {
  /** False while the board does not hear from the server: a 0 would be a lie. */
  isKnown: boolean
  /** Leads to what the number counts. */
  onGo: (to: keyof OverviewNumbers) => void
}

const UNKNOWN = '–'

/** Always in sight under the header: the numbers of all bars, each a way to what it counts. */
export function OverviewLine({ isKnown, onGo, ...numbers }: OverviewLineProps) {
  const { online, openBars, calls, reports } = numbers
  const facts = [
    { to: 'online', count: online, word: monitorTexts.online },
    { to: 'openBars', count: openBars, word: openBarsWord(openBars) },
    { to: 'calls', count: calls, word: helpCallsWord(calls) },
    { to: 'reports', count: reports, word: reportsWord(reports) },
  ] as const
  return (
    <nav aria-label={monitorTexts.overview} className="@container border-line border-t">
      <ul className="overview-line mx-auto flex max-w-full-page">
        {facts.map(({ to, count, word }, index) => (
          <Fragment key={to}>
            {index > 0 && (
              <li aria-hidden="true" className="between self-center text-ink-faint">
                ·
              </li>
            )}
            <li className="flex">
              <button
                type="button"
                onClick={() => onGo(to)}
                className={`flex items-center justify-center rounded-md tabular-nums ${toTone(to, count)}`}
              >
                <span className="font-semibold text-base">
                  {isKnown || count > 0 ? inPoints(count) : UNKNOWN}
                </span>{' '}
                <span>{word}</span>
              </button>
            </li>
          </Fragment>
        ))}
      </ul>
    </nav>
  )
}

function toTone(to: keyof OverviewNumbers, count: number): string {
  if (count === 0) return 'text-ink-faint hover:bg-hover'
  if (to === 'calls') return 'bg-danger-fill font-semibold text-on-danger hover:bg-danger-hover'
  if (to === 'reports') return 'font-semibold text-danger hover:bg-hover'
  return 'hover:bg-hover'
}
