import ArrowLeft from 'lucide:arrow-left'
import CircleAlert from 'lucide:circle-alert'
import Store from 'lucide:store'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { BAR_PARAMETER } from '#contract/admin-paths.ts'
import { toBarId } from '#contract/bar-id.ts'
import { CodedError } from '#contract/errors.ts'
import { PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { saysBarGone } from '#web/api/admin-session.ts'
import { pageData } from '#web/page-data.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { CardSkeleton, CardsSkeleton } from '#web/ui/cards-skeleton.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

interface BackHeaderProps {
  title: string
  subtitle?: string | undefined
  to?: string
  label?: string
  end?: ReactNode
}

/** Leads back to the board, or elsewhere. */
export function BackHeader(props: BackHeaderProps) {
  const { title, subtitle, to = PAGES.monitor, label = adminTexts.backToMonitor, end } = props
  return (
    <AppBar
      width="broad"
      start={
        <ButtonLink to={to} variant="quiet" size="icon" aria-label={label}>
          <Icon of={ArrowLeft} />
        </ButtonLink>
      }
      title={title}
      {...(subtitle && { subtitle })}
      end={end}
    />
  )
}

interface Loading<T> {
  state: 'loading' | { value: T } | { error: unknown }
  /** Shows the skeleton meanwhile, and remounts what shows the value. */
  reload: () => void
  /** Keeps the old value until the answer has come. */
  refresh: () => Promise<void>
}

export function useLoading<T>(fetch: () => Promise<T>): Loading<T> {
  const [state, setState] = useState<Loading<T>['state']>('loading')

  async function load(signal?: AbortSignal): Promise<void> {
    const loaded = await fetch().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    if (!signal?.aborted) setState(loaded)
  }
  const begin = useEffectEvent(load)
  const isLoading = state === 'loading'
  useEffect(() => {
    if (!isLoading) return
    const abort = new AbortController()
    void begin(abort.signal)
    return () => abort.abort()
  }, [isLoading])
  return { state, reload: () => setState('loading'), refresh: () => load() }
}

export interface LoadedProps<T> {
  loading: Loading<T>
  /** A class for the height of each card. */
  skeleton: readonly string[]
  failed: string
  children: (value: T) => ReactNode
}

export function Loaded<T>({ loading, skeleton, failed, children }: LoadedProps<T>) {
  const { state, reload } = loading
  if (state === 'loading') {
    return (
      <CardsSkeleton label={sharedTexts.loading}>
        {skeleton.map((height) => (
          <CardSkeleton key={height} height={height} />
        ))}
      </CardsSkeleton>
    )
  }
  if ('value' in state) return children(state.value)
  return (
    <EmptyState
      icon={<Icon of={CircleAlert} className="size-9" />}
      title={failed}
      action={
        <Button variant="secondary" onClick={reload}>
          {adminTexts.tryAgain}
        </Button>
      }
    />
  )
}

export const BAR_SKELETON = ['h-52', 'h-96']

export interface LoadedBarProps {
  /** Null where the address names no bar. */
  barId: string | null
  children: (bar: AdminBar, reload: () => void) => ReactNode
}

export function LoadedBar({ barId, children }: LoadedBarProps) {
  const loading = useLoading(() => fetchNamedBar(barId))
  return <BarOrNotice loading={loading}>{(bar) => children(bar, loading.reload)}</BarOrNotice>
}

function BarOrNotice(props: Pick<LoadedProps<AdminBar>, 'loading' | 'children'>) {
  const { state } = props.loading
  if (state !== 'loading' && 'error' in state && saysBarGone(state.error)) {
    return (
      <EmptyState
        icon={<Icon of={Store} className="size-9" />}
        title={adminTexts.barGone}
        action={<ButtonLink to={PAGES.monitor}>{adminTexts.backToMonitor}</ButtonLink>}
      />
    )
  }
  return <Loaded {...props} skeleton={BAR_SKELETON} failed={adminTexts.barFailed} />
}

async function fetchNamedBar(barId: string | null): Promise<AdminBar> {
  if (barId === null) throw new CodedError('bar_not_found')
  return adminCall(ADMIN_ENDPOINTS.readBar, { barId })
}

/** Null if the address names no bar. Not the router's `useSearchParams`: it adds code to every page. */
export function useBarParameter(): string | null {
  return toBarId(new URLSearchParams(useLocation().search).get(BAR_PARAMETER) ?? '')
}

export interface BarPageProps {
  title: string
  className: string
  children: (bar: AdminBar) => ReactNode
}

/** A page about the bar that its address names. */
export function OneBarPage(props: BarPageProps) {
  const barId = useBarParameter()
  return <PageOfBar key={barId} barId={barId} {...props} />
}

function PageOfBar(props: BarPageProps & Pick<LoadedBarProps, 'barId'>) {
  const { barId, title, className, children } = props
  const loading = useLoading(() => fetchNamedBar(barId))
  const { state } = loading
  const name = state !== 'loading' && 'value' in state ? state.value.name : undefined
  useDocumentTitle(pageTitle(pageData().productName, title))
  return (
    <Page width="broad" className={className} header={<BackHeader title={title} subtitle={name} />}>
      <BarOrNotice loading={loading}>{children}</BarOrNotice>
    </Page>
  )
}
