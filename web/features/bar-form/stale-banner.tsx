import { useState } from 'react'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** Somebody else has saved this bar meanwhile: nothing typed is lost, and the newest is one press away. */
export function StaleBanner({ onLoad }: { onLoad: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false)
  const load = async () => {
    setIsBusy(true)
    await onLoad()
    setIsBusy(false)
  }
  return (
    <Banner
      live
      tone="danger"
      title={barFormTexts.stale}
      action={
        <Button variant="secondary" busy={isBusy} onClick={() => void load()}>
          {barFormTexts.loadNewest}
        </Button>
      }
    >
      {barFormTexts.staleDetail}
    </Banner>
  )
}
