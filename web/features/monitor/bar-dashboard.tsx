import type { ReactNode } from 'react'
import { memo, useCallback } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { onlineCount } from '#contract/texts/people.ts'
import { Badge } from '#web/ui/badge.tsx'
import { NearViewport } from '#web/ui/near-viewport.tsx'
import type { BarPeopleProps } from './people/bar-people.tsx'
import { BarPeople, CARD_PX } from './people/bar-people.tsx'

/** A bar in which nobody is, on a phone. */
const CLOSED_PX = 155

export interface BarDashboardProps extends Omit<BarPeopleProps, 'isInOverview'> {
  reportsOf: (bar: AdminBar) => ReactNode
  initially: boolean
  /** Tells when the bar is on the screen. */
  observe: (element: Element, barId: string) => () => void
}

export const BarDashboard = memo(function BarDashboard(props: BarDashboardProps) {
  const { bar, room, showsAll, initially, observe, reportsOf: draw } = props
  const { id: barId } = bar
  const observeBar = useCallback((element: Element) => observe(element, barId), [observe, barId])
  const online = room?.online ?? 0
  const shown = showsAll ? (room?.total ?? 0) : online
  return (
    <NearViewport
      as="li"
      aria-labelledby={barId}
      estimatedPx={CLOSED_PX + shown * CARD_PX}
      initially={initially}
      observe={observeBar}
      className="min-w-0 rounded-lg border border-line bg-sunken"
    >
      {(isNear) => (
        <>
          <div className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 pt-3">
            <h3
              id={barId}
              dir="auto"
              className="line-clamp-3 min-w-0 flex-1 scroll-mt-[calc(var(--spacing-bar)+1rem)] basis-32 font-semibold text-base"
            >
              {bar.name}
            </h3>
            {bar.paused && <Badge>{monitorTexts.paused}</Badge>}
            <Badge tone={online > 0 ? 'online' : 'neutral'}>{onlineCount(online)}</Badge>
          </div>
          {/* Also while the card is scrolled away: a new report rings. */}
          {draw(bar)}
          {isNear && <BarPeople {...props} />}
        </>
      )}
    </NearViewport>
  )
})
