import Plus from 'lucide:plus'
import StoreIcon from 'lucide:store'
import type { AdminBar } from '#contract/admin-bar.ts'
import { PAGES } from '#contract/pages.ts'
import { barCount, monitorTexts } from '#contract/texts/monitor.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { CardSkeleton, CardsSkeleton } from '#web/ui/cards-skeleton.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { NearParts } from '#web/ui/near-parts.tsx'
import { BarRow } from './bar-row.tsx'

const COLUMNS = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3'
const ROW_PX = 128

export interface BarsCardProps {
  /** Search results; null until loaded. */
  bars: readonly AdminBar[] | null
  hasFailed: boolean
  onRetry: () => void
  total: number
  isSearched: boolean
  mayRegister: boolean
  isOpen: boolean
  onToggle: () => void
  onShowQr: (bar: AdminBar) => void
  onShowActs: (bar: AdminBar) => void
}

export function BarsCard(props: BarsCardProps) {
  const { bars, isSearched, hasFailed, onRetry, isOpen, onToggle, ...shown } = props
  return (
    <Collapsible
      title={monitorTexts.bars}
      icon={<Icon of={StoreIcon} className="size-5.5" />}
      badge={bars && <Badge>{barCount(isSearched ? bars.length : shown.total)}</Badge>}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      {bars ? (
        <Bars bars={bars} {...shown} />
      ) : hasFailed ? (
        <Failed onRetry={onRetry} />
      ) : (
        <Loading />
      )}
    </Collapsible>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      title={monitorTexts.barsFailedDetail}
      action={
        <Button variant="secondary" onClick={onRetry}>
          {monitorTexts.refresh}
        </Button>
      }
    />
  )
}

function Loading() {
  return (
    <div className={COLUMNS}>
      <CardsSkeleton label={sharedTexts.loading}>
        <CardSkeleton height="h-28" />
        <CardSkeleton height="h-28" />
        <CardSkeleton height="h-28" />
      </CardsSkeleton>
    </div>
  )
}

function Bars({
  bars,
  total,
  mayRegister,
  ...acts
}: { bars: readonly AdminBar[] } & Pick<
  BarsCardProps,
  'total' | 'mayRegister' | 'onShowQr' | 'onShowActs'
>) {
  if (total === 0) {
    return (
      <EmptyState
        title={mayRegister ? monitorTexts.noBars : monitorTexts.noOwnBars}
        icon={<Icon of={StoreIcon} className="size-10" />}
        action={
          mayRegister && (
            <ButtonLink to={PAGES.admin} icon={<Icon of={Plus} className="size-5" />}>
              {monitorTexts.firstBar}
            </ButtonLink>
          )
        }
      />
    )
  }
  if (bars.length === 0) return <EmptyState title={monitorTexts.searchEmpty} />
  return (
    <NearParts items={bars} rowPx={ROW_PX} className="grid gap-3">
      {(part) => (
        <ul aria-label={monitorTexts.bars} className={COLUMNS}>
          {part.map((bar) => (
            <BarRow key={bar.id} bar={bar} {...acts} />
          ))}
        </ul>
      )}
    </NearParts>
  )
}
