import { CircleAlert, Store } from 'lucide'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { CodedError } from '#contract/errors.ts'
import { PAGES } from '#contract/paths.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { fetchAdminBar } from '#web/api/admin-bars.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { CardSkeleton, CardsSkeleton } from '#web/ui/cards-skeleton.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useAdmin } from './use-admin.ts'

export interface LoadedBarProps {
  barId: string
  /** `reload` also remounts the children. */
  children: (bar: AdminBar, reload: () => void) => ReactNode
}

export function LoadedBar({ barId, children }: LoadedBarProps) {
  const { keepSession } = useAdmin()
  const [bar, setBar] = useState<AdminBar | 'loading' | 'gone' | 'failed'>('loading')

  const load = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const found = await keepSession(() => fetchAdminBar(barId))
      if (!signal.aborted) setBar(found)
    } catch (error) {
      if (!signal.aborted) setBar(saysGone(error) ? 'gone' : 'failed')
    }
  })
  const reload = () => setBar('loading')
  const isLoading = bar === 'loading'
  useEffect(() => {
    if (!isLoading) return
    const abort = new AbortController()
    void load(abort.signal)
    return () => abort.abort()
  }, [isLoading])

  if (bar === 'loading') {
    return (
      <CardsSkeleton label={sharedTexts.loading}>
        <CardSkeleton height="h-56" />
        <CardSkeleton height="h-96" />
      </CardsSkeleton>
    )
  }
  if (bar === 'failed') {
    return (
      <EmptyState
        icon={<Icon of={CircleAlert} className="size-9" />}
        title={adminTexts.barFailed}
        action={
          <Button variant="secondary" onClick={reload}>
            {adminTexts.tryAgain}
          </Button>
        }
      />
    )
  }
  if (bar === 'gone') {
    return (
      <EmptyState
        icon={<Icon of={Store} className="size-9" />}
        title={adminTexts.barGone}
        action={<ButtonLink to={PAGES.monitor}>{adminTexts.backToMonitor}</ButtonLink>}
      />
    )
  }
  return children(bar, reload)
}

function saysGone(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'bar_not_found'
}
