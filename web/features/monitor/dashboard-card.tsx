import RefreshCw from 'lucide:refresh-cw'
import Users from 'lucide:users'
import type { ReactNode } from 'react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { MINUTE_MS } from '#contract/durations.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSkeleton, CardsSkeleton } from '#web/ui/cards-skeleton.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { BarDashboard } from './bar-dashboard.tsx'
import type { Board } from './board.ts'
import { searchBars } from './overview/order-bars.ts'
import type { OverviewProps } from './overview/overview.tsx'
import { Overview } from './overview/overview.tsx'
import { useHeldBars } from './overview/use-held-bars.ts'
import { PeopleOrderChoice } from './people/people-order-choice.tsx'
import type { useViewChoices } from './use-view-choices.ts'

const COLUMNS =
  'grid grid-flow-dense grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] items-start gap-3'

export interface DashboardCardProps
  extends Omit<
    OverviewProps,
    'bars' | 'board' | 'order' | 'unfolded' | 'onUnfold' | 'showingAll' | 'onToggle' | 'now'
  > {
  /** Null until loaded. */
  bars: readonly AdminBar[] | null
  /** Otherwise each bar is unfolded. */
  hasOverview: boolean
  hasFailed: boolean
  board: Board | null
  choices: ReturnType<typeof useViewChoices>
  isRefreshing: boolean
  onRefresh: () => void
  /** Above the people of a bar, without an overview. */
  reportsOf: (bar: AdminBar) => ReactNode
}

export function DashboardCard(props: DashboardCardProps) {
  const { bars, hasFailed, board, choices, isRefreshing, onRefresh } = props
  return (
    <Collapsible
      title={monitorTexts.dashboard}
      icon={<Icon of={Users} className="size-5.5" />}
      isOpen={choices.dashboardOpen}
      onToggle={() => choices.toggle('dashboardOpen')}
      actions={
        <Button
          variant="quiet"
          size="icon"
          aria-label={monitorTexts.reloadPeople}
          aria-busy={isRefreshing}
          onClick={onRefresh}
        >
          <Icon of={RefreshCw} className={`size-5 ${isRefreshing ? 'animate-spin' : ''}`} />
        </Button>
      }
    >
      {hasFailed && (!bars || !board) ? (
        <EmptyState
          title={monitorTexts.dataFailedDetail}
          action={
            <Button variant="secondary" busy={isRefreshing} onClick={onRefresh}>
              {monitorTexts.refresh}
            </Button>
          }
        />
      ) : !bars || !board ? (
        <div className={COLUMNS}>
          <CardsSkeleton label={sharedTexts.loading}>
            <CardSkeleton height="h-36" />
            <CardSkeleton height="h-52" />
          </CardsSkeleton>
        </div>
      ) : bars.length === 0 ? (
        <EmptyState title={monitorTexts.noBars} />
      ) : (
        <Bars {...props} bars={bars} board={board} />
      )}
    </Collapsible>
  )
}

type BarsProps = DashboardCardProps & { bars: readonly AdminBar[]; board: Board }

function Bars({ hasOverview, choices, ...props }: BarsProps) {
  const now = useNow()
  const [showingAll, setShowingAll] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((barId: string) => {
    setShowingAll((before) => {
      const after = new Set(before)
      if (!after.delete(barId)) after.add(barId)
      return after
    })
  }, [])
  const shown = { ...props, now, showingAll, onToggle: toggle }
  return hasOverview ? (
    <Overview
      {...shown}
      order={choices.barsOrder}
      unfolded={choices.unfolded}
      onUnfold={choices.toggleUnfolded}
    />
  ) : (
    <FewBars {...shown} choices={choices} />
  )
}

type FewBarsProps = Omit<BarsProps, 'hasOverview'> &
  Pick<OverviewProps, 'now' | 'showingAll' | 'onToggle'>

/** One to three bars, each with its people. */
function FewBars({ bars, board, choices, wanted, showingAll, ...acts }: FewBarsProps) {
  const { peopleFirst } = choices
  const ordered = useHeldBars(
    bars,
    { rooms: board.rooms, alerts: acts.alerts },
    { order: peopleFirst ? 'busy' : null, isHeld: acts.isSettled },
  )
  const found = useMemo(() => searchBars(ordered, wanted), [ordered, wanted])
  if (found.length === 0) return <EmptyState title={monitorTexts.searchEmpty} />
  return (
    <>
      {bars.length > 1 && (
        <div className="-mt-1 mb-2 flex flex-wrap gap-x-5 text-ink-soft text-sm">
          <PeopleOrderChoice />
          <label className="flex min-h-target items-center gap-2.5">
            <input
              type="checkbox"
              className="size-5"
              checked={peopleFirst}
              onChange={() => choices.toggle('peopleFirst')}
            />
            <span>{monitorTexts.withPeopleFirst}</span>
          </label>
        </div>
      )}
      <ul aria-label={monitorTexts.dashboard} className="few-bars grid gap-3">
        {found.map((bar) => (
          <BarDashboard
            key={bar.id}
            bar={bar}
            isAlone={bars.length === 1}
            room={board.rooms.get(bar.id)}
            showsAll={showingAll.has(bar.id)}
            {...acts}
            initially
          />
        ))}
      </ul>
    </>
  )
}

/** Renewed each minute, for "há 2 h". */
function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
