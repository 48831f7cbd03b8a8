import { CircleAlert } from 'lucide'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import type { AdminBar } from '#contract/admin-bar.ts'
import { BAR_PARAMETER } from '#contract/admin-paths.ts'
import type { BarHours } from '#contract/bar-hours.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { numbersTexts } from '#contract/texts/numbers.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { fetchBarHours } from '#web/api/admin-bars.ts'
import { BarStatistics } from '#web/features/statistics/bar-statistics.tsx'
import { pageData } from '#web/page-data.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSkeleton, CardsSkeleton } from '#web/ui/cards-skeleton.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { BackHeader } from './back-header.tsx'
import { LoadedBar } from './loaded-bar.tsx'
import { useAdmin } from './use-admin.ts'

export function NumbersPage() {
  const barId = new URLSearchParams(useLocation().search).get(BAR_PARAMETER) ?? ''
  const [barName, setBarName] = useState<string>()
  useDocumentTitle(pageTitle(pageData().productName, numbersTexts.title))
  return (
    <Page
      width="broad"
      className="gap-5 lg:grid lg:grid-cols-[19rem_minmax(0,1fr)] lg:content-start"
      header={<BackHeader title={numbersTexts.title} subtitle={barName} />}
    >
      <LoadedBar key={barId} barId={barId}>
        {(bar) => <Numbers bar={bar} onShown={setBarName} />}
      </LoadedBar>
    </Page>
  )
}

function Numbers({ bar, onShown }: { bar: AdminBar; onShown: (name: string) => void }) {
  const { keepSession } = useAdmin()
  const [numbers, setNumbers] = useState<BarHours | 'loading' | 'failed'>('loading')
  const load = useEffectEvent(async () => {
    onShown(bar.name)
    try {
      setNumbers(await keepSession(() => fetchBarHours(bar.id)))
    } catch {
      setNumbers('failed')
    }
  })
  const isLoading = numbers === 'loading'
  useEffect(() => {
    if (isLoading) void load()
  }, [isLoading])

  if (numbers === 'loading') {
    return (
      <CardsSkeleton label={sharedTexts.loading}>
        <CardSkeleton height="h-56" />
        <CardSkeleton height="h-96" />
      </CardsSkeleton>
    )
  }
  if (numbers === 'failed') {
    return (
      <EmptyState
        icon={<Icon of={CircleAlert} className="size-9" />}
        title={numbersTexts.failed}
        action={
          <Button variant="secondary" onClick={() => setNumbers('loading')}>
            {adminTexts.tryAgain}
          </Button>
        }
      />
    )
  }
  return <BarStatistics numbers={numbers} />
}
