import { useEffect, useRef } from 'react'
import { peopleTexts } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { useOutage } from '#web/socket/use-room.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast, toastStore } from '#web/ui/toast/show-toast.ts'
import { FILL } from './people-sections.tsx'

const CARDS = [...'abcdef']

interface PeopleSkeletonProps {
  isDown: boolean
  isBesideChat: boolean
}

/** Before the first snapshot. As high as the rows that come. */
export function PeopleSkeleton({ isDown, isBesideChat }: PeopleSkeletonProps) {
  const outage = useOutage(sharedTexts.offlineWaits)
  // A chat says it itself.
  const isSaid = useRef(isBesideChat)
  useEffect(() => {
    const say = () => {
      // The list says that there is no connection.
      if (isSaid.current || !navigator.onLine) return
      isSaid.current = true
      showToast({
        title: sharedTexts.error,
        description: peopleTexts.loadFailed,
        tone: 'destructive',
      })
    }
    const timer = setTimeout(say, isDown ? 0 : TIMINGS.snapshotWithinMs)
    return () => clearTimeout(timer)
  }, [isDown])
  useEffect(() => () => toastStore.dismissErrors(), [])
  return (
    <>
      <p role="status" className="text-center text-ink-soft">
        {isDown ? outage : peopleTexts.loading}
      </p>
      {/* Without a connection no rows are on their way. */}
      {!isDown && (
        <>
          <Skeleton className="h-20 rounded-xl!" />
          <div className="grid gap-2.5" style={FILL}>
            {CARDS.map((card) => (
              <Skeleton key={card} className="h-24 rounded-xl!" />
            ))}
          </div>
        </>
      )}
    </>
  )
}
