import CloudOff from 'lucide:cloud-off'
import MapPinOff from 'lucide:map-pin-off'
import Moon from 'lucide:moon'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { PAGES } from '#contract/pages.ts'
import { noEntryTexts } from '#contract/texts/no-entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import type { IconShapes } from '#web/ui/icon.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { ScanButton, showRefusal } from './find-bar.tsx'
import type { BarLookup } from './use-bar.ts'

type Reason = 'paused' | 'unknown' | 'failed'

const LOOKS: Record<Reason, { icon: IconShapes; title?: string; hint: string }> = {
  paused: { icon: Moon, title: noEntryTexts.paused, hint: noEntryTexts.pausedHint },
  unknown: { icon: MapPinOff, hint: noEntryTexts.unknownHint },
  failed: { icon: CloudOff, hint: noEntryTexts.failedHint },
}

interface NoEntryProps {
  reason: Reason
  retry: BarLookup['retry']
}

/** Says why the bar cannot be entered now, and offers another way. */
export function NoEntry({ reason, retry }: NoEntryProps) {
  const navigate = useNavigate()
  const { icon, title, hint } = LOOKS[reason]
  useEffect(() => {
    // Without a network the page says it, and tries again by itself.
    if (reason === 'unknown' || (reason === 'failed' && navigator.onLine)) showRefusal(reason)
  }, [reason])
  return (
    <div className="grid gap-4">
      <div role="status" className="grid justify-items-center gap-2 pt-3 pb-2 text-center">
        <span className="mb-1 flex size-20 items-center justify-center rounded-full border border-line bg-hover text-link">
          <Icon of={icon} className="size-9" />
        </span>
        {title && <p className="text-balance text-lg">{title}</p>}
        <p className="text-balance text-ink-soft">
          {reason === 'failed' && !navigator.onLine ? sharedTexts.offlineWaits : hint}
        </p>
      </div>
      {reason !== 'unknown' && <RetryButton reason={reason} retry={retry} />}
      {reason !== 'failed' && (
        <>
          <ScanButton
            variant={reason === 'unknown' ? 'primary' : 'secondary'}
            onTypeInstead={() => navigate(PAGES.barAccess)}
          />
          <ButtonLink to={PAGES.barAccess} variant="secondary" size="lg" block>
            {noEntryTexts.tryAnotherBar}
          </ButtonLink>
        </>
      )}
      <ButtonLink to={PAGES.landing} variant="quiet" className="justify-self-center">
        {sharedTexts.backToHome}
      </ButtonLink>
    </div>
  )
}

function RetryButton({ reason, retry }: NoEntryProps) {
  const [check, isBusy] = useAct(async () => {
    const { status, bar } = await retry()
    if (status === 'failed') {
      if (reason === 'failed') showRefusal('failed')
    } else if (bar?.paused) {
      const { stillPaused: title, stillPausedHint: description } = noEntryTexts
      showToast({ title, description })
    }
    // This button is gone.
    else focusHeading()
  })
  return (
    <Button size="lg" block busy={isBusy} busyLabel={noEntryTexts.checking} onClick={check}>
      {noEntryTexts.checkAgain}
    </Button>
  )
}
