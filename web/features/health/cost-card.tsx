import ExternalLink from 'lucide:external-link'
import type { Health } from '#contract/health.ts'
import { estimateDollars } from '#contract/health.ts'
import { BILL, countedNight, healthTexts } from '#contract/texts/health.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import type { Check } from './use-check.ts'

/** An estimate by the bars' own numbers: only the account knows the bill. */
export function CostCard({ health }: { health: Check<Health> }) {
  return (
    <TitledCard title={healthTexts.cost} className="gap-4">
      <Estimate health={health} />
      <p className="text-ink-soft text-sm">{healthTexts.costHint}</p>
      <a
        href={BILL}
        rel="noreferrer"
        target="_blank"
        className="flex min-h-target items-center gap-2 justify-self-start rounded-md text-link underline underline-offset-4"
      >
        {healthTexts.costBill}
        <Icon of={ExternalLink} className="size-4" />
      </a>
    </TitledCard>
  )
}

function Estimate({ health }: { health: Check<Health> }) {
  if (health === 'loading') return <Skeleton className="h-14 w-48" />
  const night = health === 'failed' ? null : health.value.night
  if (!night) return <p className="text-danger">{healthTexts.unknown}</p>
  const dollars = estimateDollars(night).toLocaleString('pt-BR', {
    style: 'currency',
    currency: 'USD',
  })
  return (
    <div className="grid gap-0.5">
      <p className="font-semibold text-2xl tabular-nums">{healthTexts.costAbout(dollars)}</p>
      <p className="text-ink-soft text-sm">{countedNight(night.barHours, night.visits)}</p>
    </div>
  )
}
