import { LogOut } from 'lucide'
import { peopleTexts } from '#contract/texts/people.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

export function LeaveButton({ disabled, onLeave }: { disabled: boolean; onLeave: () => void }) {
  return (
    <Button
      variant="secondary"
      className="shrink-0 px-3 text-sm"
      icon={<Icon of={LogOut} className="size-4.5" />}
      disabled={disabled}
      onClick={onLeave}
    >
      {peopleTexts.leave}
    </Button>
  )
}

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
