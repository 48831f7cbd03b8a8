import LogOut from 'lucide-react/icons/log-out'
import { peopleTexts } from '#contract/texts/people.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { LeavingOptions } from './use-leaving.ts'
import { useLeaving } from './use-leaving.ts'

/** "Sair do Bar", and for the two seconds in which it can be taken back "Ficar". */
export function LeaveBar(options: LeavingOptions) {
  const { isLeaving, leave, stay } = useLeaving(options)
  if (isLeaving) {
    return (
      <Banner
        live
        action={
          <Button variant="secondary" onClick={stay}>
            {peopleTexts.stay}
          </Button>
        }
      >
        {peopleTexts.leaving}
      </Banner>
    )
  }
  return (
    <Button
      variant="secondary"
      block
      icon={<LogOut aria-hidden="true" className="size-5" />}
      onClick={leave}
    >
      {peopleTexts.leave}
    </Button>
  )
}
