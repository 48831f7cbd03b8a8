import { peopleTexts } from '#contract/texts/people.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const CARDS = [...'abcdef']

/** The list while its first snapshot is on the way. */
export function PeopleSkeleton() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-2.5">
      <p role="status" className="col-span-full text-center text-ink-soft">
        {peopleTexts.loading}
      </p>
      {CARDS.map((card) => (
        <div key={card} className="flex gap-3.5 rounded-xl border border-line bg-raised p-3.5">
          <Skeleton className="size-14 rounded-full!" />
          <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-2 pt-1">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-11 w-28 justify-self-end rounded-lg!" />
          </div>
        </div>
      ))}
    </div>
  )
}
