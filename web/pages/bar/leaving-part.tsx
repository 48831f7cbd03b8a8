import { useEffect } from 'react'
import { peopleTexts } from '#contract/texts/people.ts'
import type { LeavingOptions } from '#web/features/people/leaving.ts'
import { useLeaving } from '#web/features/people/leaving.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

interface LeavingPartProps extends LeavingOptions {
  /** True: the button was pressed here. False: the room reports that the visit is ending. */
  hasPressedLeave: boolean
}

export function LeavingPart({ hasPressedLeave, ...options }: LeavingPartProps) {
  const { isLeaving, leave, stay } = useLeaving(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request to leave
  useEffect(() => {
    if (hasPressedLeave) leave()
  }, [hasPressedLeave])
  if (!isLeaving) return null
  return (
    // At the bottom: toasts at the top must not cover "Ficar" in its 2 s.
    <div
      id="leaving"
      className="fixed inset-x-0 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-20 mx-auto max-w-wide animate-arrive rounded-lg px-4 group-data-down:bottom-14"
    >
      <LeavingBanner onStay={stay} />
    </div>
  )
}

function LeavingBanner({ onStay }: { onStay: () => void }) {
  return (
    <Banner
      live
      floating
      action={
        <Button variant="secondary" onClick={onStay}>
          {peopleTexts.stay}
        </Button>
      }
    >
      {peopleTexts.leaving}
    </Banner>
  )
}
