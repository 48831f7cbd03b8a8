import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { timeZoneOf } from '#contract/states.ts'
import { numbersTexts } from '#contract/texts/numbers.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { BarStatistics } from '#web/features/statistics/bar-statistics.tsx'
import { DownloadNumbers } from '#web/features/statistics/download-numbers.tsx'
import { useAsked } from '#web/ui/use-asked.ts'
import { BAR_SKELETON, Loaded, OneBarPage } from './admin-frame.tsx'

export function StatisticsPage() {
  return (
    <OneBarPage
      title={numbersTexts.title}
      className="gap-5 lg:grid lg:grid-cols-[19rem_minmax(0,1fr)] lg:content-start"
    >
      {(bar) => <Hours bar={bar} />}
    </OneBarPage>
  )
}

function Hours({ bar }: { bar: AdminBar }) {
  const timeZone = timeZoneOf(bar)
  const asked = useAsked(() => adminCall(ADMIN_ENDPOINTS.readHours, { barId: bar.id }))
  return (
    <Loaded asked={asked} skeleton={BAR_SKELETON} failed={numbersTexts.failed}>
      {(hours) => (
        <>
          <BarStatistics hours={hours} timeZone={timeZone} />
          <DownloadNumbers barId={bar.id} timeZone={timeZone} hours={hours} />
        </>
      )}
    </Loaded>
  )
}
