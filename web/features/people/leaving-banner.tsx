import { peopleTexts } from '#contract/texts/people.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

/** For the two seconds in which leaving can be taken back. */
export function LeavingBanner({ onStay }: { onStay: () => void }) {
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
