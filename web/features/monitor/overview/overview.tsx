import { useCallback, useMemo, useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { HOUR_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import type { BarsOrder } from '#contract/texts/monitor.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import type { Board } from '#web/features/monitor/board.ts'
import type { BarPeopleProps } from '#web/features/monitor/people/bar-people.tsx'
import { BarPeople } from '#web/features/monitor/people/bar-people.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NearParts } from '#web/ui/near-parts.tsx'
import type { BarAlerts } from './alerts.ts'
import type { LastMoves } from './last-moves.ts'
import { lastMoveOf } from './last-moves.ts'
import { searchBars } from './order-bars.ts'
import { OverviewRow, toRowPx } from './overview-row.tsx'
import { useHeldBars } from './use-held-bars.ts'

export interface OverviewProps
  extends Pick<BarPeopleProps, 'onRemove' | 'onReveal' | 'readVisits' | 'now'> {
  bars: readonly AdminBar[]
  board: Board
  /** All bars and numbers have loaded once: from now on nothing moves by itself. */
  isSettled: boolean
  moves: LastMoves
  alerts: ReadonlyMap<string, BarAlerts>
  wanted: string
  order: BarsOrder
  unfolded: readonly string[]
  onUnfold: (barId: string) => void
  readCurve: (bar: AdminBar) => Promise<readonly number[]>
  showingAll: ReadonlySet<string>
  onToggle: (barId: string) => void
  observe: (element: Element, barId: string) => () => void
}

/** From four bars on: one line for each. */
export function Overview(props: OverviewProps) {
  const { bars, board, moves, alerts, wanted, unfolded, readCurve, observe } = props
  const ordered = useHeldBars(
    bars,
    { rooms: board.rooms, alerts },
    { order: props.order, isHeld: props.isSettled },
  )
  const found = useMemo(() => searchBars(ordered, wanted), [ordered, wanted])
  const [curves] = useState(() => new Map<string, { hour: number; peaks: readonly number[] }>())
  const [highestPeak, setHighestPeak] = useState(0)
  // A row that was scrolled away asks for nothing again within the hour.
  const readHourly = useCallback(
    async (bar: AdminBar) => {
      const hour = Math.floor(Date.now() / HOUR_MS)
      const known = curves.get(bar.id)
      if (known?.hour === hour) return known.peaks
      const peaks = await readCurve(bar)
      curves.set(bar.id, { hour, peaks })
      setHighestPeak(Math.max(...[...curves.values()].flatMap((curve) => curve.peaks), 0))
      return peaks
    },
    [curves, readCurve],
  )
  if (found.length === 0) return <EmptyState title={monitorTexts.searchEmpty} />
  return (
    <div className="overview">
      <NearParts items={found} rowPx={toRowPx()} className="overview-parts">
        {(part) => (
          <ul aria-label={monitorTexts.dashboard}>
            {part.map((bar) => {
              const room = board.rooms.get(bar.id)
              const isUnfolded = unfolded.includes(bar.id)
              return (
                <OverviewRow
                  key={bar.id}
                  bar={bar}
                  room={room}
                  move={lastMoveOf(bar.id, moves, room)}
                  alerts={alerts.get(bar.id)}
                  // Each costs a request.
                  readCurve={bars.length > LIMITS.boardSections ? null : readHourly}
                  highestPeak={highestPeak}
                  isUnfolded={isUnfolded}
                  onToggle={props.onUnfold}
                  observe={observe}
                >
                  {isUnfolded && (
                    <BarPeople
                      bar={bar}
                      room={room}
                      now={props.now}
                      readVisits={props.readVisits}
                      showsAll={props.showingAll.has(bar.id)}
                      onToggle={props.onToggle}
                      onRemove={props.onRemove}
                      onReveal={props.onReveal}
                      isInOverview
                    />
                  )}
                </OverviewRow>
              )
            })}
          </ul>
        )}
      </NearParts>
    </div>
  )
}
