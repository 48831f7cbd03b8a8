import type { ReactNode } from 'react'
import type { Health, Version } from '#contract/health.ts'
import { CLOCK_OFF_MS, SWEEP_LATE_MS } from '#contract/health.ts'
import { healthTexts, sweepFailed } from '#contract/texts/health.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { DATE_AND_TIME } from '#web/ui/date-forms.ts'
import { formatAt } from '#web/ui/format-at.ts'
import type { Answer } from '#web/ui/question.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'

export interface SystemCardProps {
  version: Answer<{ found: Version }>
  health: Answer<{ found: Health }>
}

/** Shows what runs, and what has run. */
export function SystemCard({ version, health }: SystemCardProps) {
  return (
    <TitledCard title={healthTexts.system} className="gap-4">
      <dl className="grid gap-4">
        <Fact name={healthTexts.version} of={version}>
          {({ id, deployedAt }) => (
            <>
              <code className="wrap-anywhere">{id.slice(0, 8)}</code>
              <Time at={Date.parse(deployedAt)} />
            </>
          )}
        </Fact>
        <Fact name={healthTexts.migration} of={health}>
          {({ migration }) =>
            migration ? (
              <>
                <code className="wrap-anywhere">{migration.name.replace('.sql', '')}</code>
                <Time at={migration.at} />
              </>
            ) : (
              <Unknown />
            )
          }
        </Fact>
        <Fact name={healthTexts.sweep} of={health}>
          {({ sweep, database }) => <Sweep sweep={sweep} isKnown={database !== null} />}
        </Fact>
        <Fact name={healthTexts.clock} of={health}>
          {({ database }) => (database ? <Clock aheadMs={database.aheadMs} /> : <Unknown />)}
        </Fact>
      </dl>
    </TitledCard>
  )
}

interface FactProps<T> {
  name: string
  of: Answer<{ found: T }>
  children: (value: T) => ReactNode
}

function Fact<T>({ name, of: { value, hasFailed }, children }: FactProps<T>) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="flex min-h-6 flex-wrap items-center gap-x-3">
        {hasFailed ? (
          <Unknown />
        ) : value ? (
          children(value.found)
        ) : (
          <Skeleton className="h-4 w-40" />
        )}
      </dd>
    </div>
  )
}

function Sweep({ sweep, isKnown }: Pick<Health, 'sweep'> & { isKnown: boolean }) {
  if (!isKnown) return <Unknown />
  if (!sweep) return <span>{healthTexts.sweepNever}</span>
  const isLate = serverNow() - sweep.at > SWEEP_LATE_MS
  return (
    <>
      <Time at={sweep.at} />
      {isLate && <span className="text-danger">{healthTexts.sweepLate}</span>}
      {sweep.failed > 0 && <span className="text-danger">{sweepFailed(sweep.failed)}</span>}
    </>
  )
}

function Clock({ aheadMs }: { aheadMs: number }) {
  if (Math.abs(aheadMs) < CLOCK_OFF_MS) return <span>{healthTexts.clockRight}</span>
  const seconds = Math.round(aheadMs / 1_000)
  return <span className="text-danger">{healthTexts.clockOff(seconds)}</span>
}

function Time({ at }: { at: number }) {
  if (!at) return null
  return (
    <time dateTime={new Date(at).toISOString()} className="text-ink-soft text-sm tabular-nums">
      {formatAt(at, DATE_AND_TIME)}
    </time>
  )
}

function Unknown() {
  return <span className="text-danger">{healthTexts.unknown}</span>
}
