import { useEffect } from 'react'
import { LeavingBanner } from '#web/features/people/leaving-banner.tsx'
import type { LeavingOptions } from '#web/features/people/use-leaving.ts'
import { useLeaving } from '#web/features/people/use-leaving.ts'

// This part comes with the list, while there is a connection, and so does whatever else is one press
// away: nobody is told that something went wrong because the Wi-Fi did.
void Promise.allSettled([
  import('./chat-page.tsx'),
  import('./own-profile.tsx'),
  import('./landing-page.tsx'),
  import('./stopped-page.tsx'),
])

export interface LeavingPartProps extends LeavingOptions {
  /** Here and now, with the button; false where the room says that it is under way. */
  isAsked: boolean
}

/** From the wish to leave to the end of the visit, or to "Ficar". */
export function LeavingPart({ isAsked, ...options }: LeavingPartProps) {
  const { isLeaving, leave, stay } = useLeaving(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish
  useEffect(() => {
    if (isAsked) leave()
  }, [isAsked])
  if (!isLeaving) return null
  return (
    // At the foot: toasts come from above, and "Ficar" has two seconds to be pressed.
    <div className="fixed inset-x-0 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-20 mx-auto max-w-wide animate-arrive rounded-lg px-4 group-data-down:bottom-14">
      <LeavingBanner onStay={stay} />
    </div>
  )
}
