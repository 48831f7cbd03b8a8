import X from 'lucide:x'
import { PAGES } from '#contract/pages.ts'
import { newDeviceAt, newDeviceTexts } from '#contract/texts/new-device.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'

export interface NewDeviceNoticeProps {
  at: number
  onClose: () => void
}

/** Floats: what lies below it does not move. */
export function NewDeviceNotice({ at, onClose }: NewDeviceNoticeProps) {
  return (
    <div id="new-device" className="fixed inset-x-0 bottom-0 z-10 mx-auto max-w-narrow p-3">
      <div className="rounded-lg bg-raised">
        <Banner
          live
          floating
          action={
            <Button
              variant="quiet"
              size="icon"
              className="-mr-2"
              aria-label={sharedTexts.close}
              onClick={onClose}
            >
              <Icon of={X} className="size-5" />
            </Button>
          }
        >
          <p>
            <span>{`${newDeviceAt(at, serverNow())} ${newDeviceTexts.notYou}`}</span>{' '}
            <Link
              to={PAGES.account}
              className="font-semibold text-link underline"
              onClick={onClose}
            >
              {newDeviceTexts.change}
            </Link>
          </p>
        </Banner>
      </div>
    </div>
  )
}
