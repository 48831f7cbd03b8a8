import { tableLabel } from '#contract/texts/person.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useBarVisit } from './bar-visit.ts'

export function ProfileSkeleton({ table }: { table: string }) {
  const { bar } = useBarVisit()
  return (
    <Layout className="gap-6 md:max-w-wide">
      <div className="grid gap-1 text-center">
        <h1 dir="auto" className="painted line-clamp-3 font-display font-semibold text-2xl">
          {bar.bar?.name ?? sharedTexts.loading}
        </h1>
        <p dir="auto" className="text-ink-soft text-lg">
          {tableLabel(table)}
        </p>
      </div>
      <Card className="grid gap-6">
        <p role="status" className="sr-only">
          {sharedTexts.loading}
        </p>
        <Skeleton className="size-28 justify-self-center rounded-full!" />
        <Skeleton className="h-13 rounded-lg!" />
        <Skeleton className="h-13 rounded-lg!" />
        <Skeleton className="h-14 rounded-lg!" />
      </Card>
    </Layout>
  )
}
