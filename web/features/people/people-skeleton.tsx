import { peopleTexts } from '#contract/texts/people.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const ROWS = ['one', 'two', 'three', 'four']

/** The list while its first snapshot is on the way. */
export function PeopleSkeleton() {
  return (
    <div className="grid">
      <p role="status" className="py-2 text-ink-soft">
        {peopleTexts.loading}
      </p>
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-3.5 border-line border-b py-3.5">
          <Skeleton className="size-14 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
          <Skeleton className="h-11 w-24 rounded-lg" />
        </div>
      ))}
    </div>
  )
}
