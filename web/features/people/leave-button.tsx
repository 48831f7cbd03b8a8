import { LogOut } from 'lucide'
import { peopleTexts } from '#contract/texts/people.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

export function LeaveButton({ disabled, onLeave }: { disabled: boolean; onLeave: () => void }) {
  return (
    <Button
      variant="secondary"
      className="px-3! text-sm!"
      icon={<Icon of={LogOut} className="size-4.5 max-sm:hidden" />}
      disabled={disabled}
      onClick={onLeave}
    >
      {peopleTexts.leave}
    </Button>
  )
}
