import ArrowLeft from 'lucide:arrow-left'
import StoreIcon from 'lucide:store'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { BAR_PARAMETER } from '#contract/admin-paths.ts'
import { toBarId } from '#contract/bar-address.ts'
import { CodedError } from '#contract/errors.ts'
import { PAGES } from '#contract/pages.ts'
import { adminTexts } from '#contract/texts/admin.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { adminCall } from '#web/api/admin-call.ts'
import { pageData } from '#web/page-data.ts'
import { Answered } from '#web/ui/answered.tsx'
import { AppBar } from '#web/ui/app-bar.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { CardSkeleton, CardsSkeleton } from '#web/ui/cards-skeleton.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Asked } from '#web/ui/use-asked.ts'
import { useAsked } from '#web/ui/use-asked.ts'
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

export interface LoadedProps<T> {
  asked: Asked<T>
  /** A class for the height of each card. */
  skeleton: readonly string[]
  failed: string
  children: (value: T) => ReactNode
}

export function Loaded<T>({ skeleton, ...props }: LoadedProps<T>) {
  const cards = (
    <CardsSkeleton label={sharedTexts.loading}>
      {skeleton.map((height) => (
        <CardSkeleton key={height} height={height} />
      ))}
    </CardsSkeleton>
  )
  return <Answered large skeleton={cards} {...props} />
}

export const BAR_SKELETON = ['h-52', 'h-96']

export interface LoadedBarProps {
  /** Null where the address names no bar. */
  barId: string | null
  children: (bar: AdminBar, reload: () => void) => ReactNode
}

export function LoadedBar({ barId, children }: LoadedBarProps) {
  const asked = useAsked(() => fetchNamedBar(barId))
  return <BarOrNotice asked={asked}>{(bar) => children(bar, asked.reload)}</BarOrNotice>
}

function BarOrNotice(props: Pick<LoadedProps<AdminBar>, 'asked' | 'children'>) {
  const { error } = props.asked
  // The bar does not exist, or the account has no role in it.
  if (error instanceof CodedError && error.code === 'bar_not_found') {
    return (
      <EmptyState
        icon={<Icon of={StoreIcon} className="size-9" />}
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

export interface OneBarPageProps {
  title: string
  className: string
  children: (bar: AdminBar) => ReactNode
}

/** A page about the bar that its address names. */
export function OneBarPage(props: OneBarPageProps) {
  const barId = useBarParameter()
  return <PageOfBar key={barId} barId={barId} {...props} />
}

function PageOfBar(props: OneBarPageProps & Pick<LoadedBarProps, 'barId'>) {
  const { barId, title, className, children } = props
  const asked = useAsked(() => fetchNamedBar(barId))
  useDocumentTitle(pageTitle(pageData().productName, title))
  return (
    <Page
      width="broad"
      className={className}
      header={<BackHeader title={title} subtitle={asked.value?.name} />}
    >
      <BarOrNotice asked={asked}>{children}</BarOrNotice>
    </Page>
  )
}
