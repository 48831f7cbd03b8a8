import Flag from 'lucide:flag'
import LifeBuoy from 'lucide:life-buoy'
import type { ReactNode } from 'react'
import { memo, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import type { LastMove } from '#contract/board.ts'
import { toInitial } from '#contract/plain-text.ts'
import { timeZoneOf } from '#contract/states.ts'
import {
  helpCallsWord,
  inPoints,
  monitorTexts,
  movedAt,
  reportsWord,
} from '#contract/texts/monitor.ts'
import type { BoardRoom } from '#web/features/monitor/board.ts'
import { PlaceLine } from '#web/features/monitor/place-line.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { FoldChevron } from '#web/ui/fold-button.tsx'
import { formatAt, TIME } from '#web/ui/format-at.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useFold } from '#web/ui/use-fold.ts'
import type { BarAlerts } from './alerts.ts'
import { NightCurve } from './night-curve.tsx'
import { useAskWhenSettled } from './use-ask-when-settled.ts'

/** Estimates the height of a row, with its border: a wide one is lower. */
export const toRowPx = () => (innerWidth < 768 ? 57 : 49)

export interface OverviewRowProps {
  bar: AdminBar
  room: BoardRoom | undefined
  move: LastMove | undefined
  alerts: BarAlerts | undefined
  /** Peaks of tonight's hours; null: they are not asked for. */
  readCurve: ((bar: AdminBar) => Promise<readonly number[]>) | null
  /** The curves of all bars end at it, so that they have one scale. */
  highestPeak: number
  isUnfolded: boolean
  onToggle: (barId: string) => void
  /** Tells when the row is on the screen. */
  observe: (element: Element, barId: string) => () => void
  /** The spec's card, while it is unfolded. */
  children?: ReactNode
}

/** A bar of the overview: one line, and beneath it the people while it is unfolded. */
export const OverviewRow = memo(function OverviewRow(props: OverviewRowProps) {
  const { bar, room, move, alerts, readCurve, highestPeak } = props
  const { isUnfolded, onToggle, observe, children } = props
  const { id, name, city, logoUrl, paused } = bar
  const fold = useFold({ isOpen: isUnfolded, onToggle: () => onToggle(id) })
  const row = useRef<HTMLLIElement>(null)
  const watch = useCallback((element: Element) => observe(element, id), [observe, id])
  useLayoutEffect(() => (row.current ? watch(row.current) : undefined), [watch])
  const online = room?.online ?? 0
  const isCalling = alerts && alerts.calls + alerts.reports > 0
  const hasCurve = readCurve !== null && online > 0 && bar.role !== 'staff'
  const [curve, setCurve] = useState<readonly number[] | null>(null)
  useAskWhenSettled(hasCurve, async () => {
    // The row is whole without it.
    setCurve((await readCurve?.(bar).catch(() => null)) ?? null)
  })
  const moved = move && <Moved move={move} timeZone={timeZoneOf(bar)} />
  return (
    <li ref={row} aria-labelledby={id} className="overview-bar">
      <div className="overview-row relative flex items-center gap-3 hover:bg-hover">
        <span className="bar-logo flex">
          <Avatar size="xs" src={logoUrl} initial={toInitial(name)} />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-2">
            <h3 id={id} dir="auto" className="truncate font-semibold text-base">
              <button
                type="button"
                {...fold.button}
                className="whole-row max-w-full truncate text-left"
              >
                {name}
              </button>
            </h3>
            {isCalling && (
              <span className="in-wide-row">
                <Alerts {...alerts} />
              </span>
            )}
            {paused && (
              <span className="in-wide-row">
                <Badge>{monitorTexts.paused}</Badge>
              </span>
            )}
          </div>
          <div className="in-wide-row">
            <PlaceLine className="text-xs" city={city} room={room} />
          </div>
          <p className="in-narrow-row text-ink-soft text-xs">
            <span
              className={`flex items-center gap-2 overflow-hidden ${isCalling ? 'has-alerts' : ''}`}
            >
              {isCalling && <Alerts {...alerts} />}
              {paused && (
                <>
                  <span className="shrink-0">{monitorTexts.paused}</span>
                  <span aria-hidden="true">·</span>
                </>
              )}
              {room?.isUnattended ? (
                <span className="font-semibold text-danger">{monitorTexts.unattended}</span>
              ) : (
                (moved ?? (
                  <span dir="auto" className="truncate">
                    {city}
                  </span>
                ))
              )}
            </span>
          </p>
        </div>
        {readCurve && (
          <span className="in-wide-row">
            <NightCurve peaks={curve} highestPeak={highestPeak} />
          </span>
        )}
        <span className="in-wide-row last-move text-ink-soft text-sm">{moved}</span>
        <span
          className={`how-many shrink-0 text-right tabular-nums ${online > 0 ? '' : 'text-ink-faint'}`}
        >
          <span className="font-semibold text-lg">{inPoints(online)}</span>{' '}
          <span className="text-sm">{monitorTexts.online}</span>
        </span>
        <FoldChevron fold={fold} />
      </div>
      <div {...fold.body}>{isUnfolded && children}</div>
    </li>
  )
})

/** A long name is cut, the time is not. */
function Moved({ move, timeZone }: { move: LastMove; timeZone: string }) {
  const { name, hasLeft, at } = move
  return (
    <span className="moved flex min-w-0 gap-1 tabular-nums">
      <span dir="auto" className="truncate">
        {name}
      </span>{' '}
      <span className="max-w-full shrink-0">{movedAt(hasLeft, formatAt(at, TIME, timeZone))}</span>
    </span>
  )
}

function Alerts({ calls, reports }: BarAlerts) {
  return (
    <span className="flex shrink-0 gap-1.5">
      {calls > 0 && (
        <Badge tone="danger" label={`${calls} ${helpCallsWord(calls)}`}>
          <Icon of={LifeBuoy} className="mr-1 size-4" />
          <span>{calls}</span>
        </Badge>
      )}
      {reports > 0 && (
        <Badge tone="trouble" label={`${reports} ${reportsWord(reports)}`}>
          <Icon of={Flag} className="mr-1 size-4" />
          <span>{reports}</span>
        </Badge>
      )}
    </span>
  )
}
