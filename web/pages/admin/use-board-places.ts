import type { AdminBar } from '#contract/admin-bar.ts'
import type { OverviewNumbers } from '#web/features/monitor/overview/overview-line.tsx'
import type { useViewChoices } from '#web/features/monitor/use-view-choices.ts'
import { CALLS_ID } from '#web/features/safety/calls.tsx'
import type { HeldOrders } from '#web/ui/held-order.ts'
import { useStaffNotice } from './use-staff-notice.ts'

/** The element that each number of the overview leads to. */
export const PLACES: Record<keyof OverviewNumbers, string> = {
  online: 'board-people',
  openBars: 'board-bars',
  calls: 'board-calls',
  reports: 'board-reports',
}
/** The folded section that a number leads into. */
const SECTIONS: Partial<Record<keyof OverviewNumbers, 'dashboardOpen' | 'barsOpen'>> = {
  online: 'dashboardOpen',
  openBars: 'barsOpen',
}

interface BoardPlacesOptions {
  bars: readonly AdminBar[] | null
  isOverview: boolean
  choices: ReturnType<typeof useViewChoices>
  orders: HeldOrders
  clearSearch: () => void
}

/** Leads a number of the overview and a pressed notice to their place. `presses` counts the notices. */
export function useBoardPlaces(options: BoardPlacesOptions) {
  const { bars, isOverview, choices, orders, clearSearch } = options
  const presses = useStaffNotice(bars !== null, {
    onPress: () => {
      clearSearch()
      orders.renew()
      if (!choices.dashboardOpen) choices.toggle('dashboardOpen')
    },
    show: (about) => {
      const isBar = bars?.some(({ id }) => id === about)
      // Its reports are asked for while it is unfolded.
      if (isBar && isOverview && !choices.unfolded.includes(about)) choices.toggleUnfolded(about)
      const place = document.getElementById(isOverview && isBar ? PLACES.reports : about)
      if (place) place.scrollIntoView()
      else scrollTo(0, 0)
    },
  })
  const goTo = (to: keyof OverviewNumbers) => {
    const section = SECTIONS[to]
    if (section && !choices[section]) choices.toggle(section)
    if (!section) orders.renew()
    // After what has changed is drawn.
    setTimeout(() => {
      document.getElementById(PLACES[to])?.scrollIntoView()
      if (to === 'calls') document.getElementById(CALLS_ID)?.focus()
    })
  }
  return { goTo, presses }
}
