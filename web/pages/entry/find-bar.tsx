import ScanQrCode from 'lucide:scan-qr-code'
import { Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { address } from '#contract/address.ts'
import type { BarAddress } from '#contract/bar-address.ts'
import { readBarAddress } from '#contract/bar-address.ts'
import { ENDPOINTS } from '#contract/endpoints.ts'
import { PAGES } from '#contract/pages.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { call } from '#web/api/call.ts'
import { isUnanswered } from '#web/api/request.ts'
import { ownSite } from '#web/page-data.ts'
import { useDelayedNavigation } from '#web/pages/use-delayed-navigation.ts'
import type { ButtonProps } from '#web/ui/button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import type { ToastRequest } from '#web/ui/toast/toast-store.ts'
import { toLookupFailure } from './use-bar.ts'

const scanner = lazyPart(
  async () => (await import('#web/features/scanner/scanner-dialog.tsx')).ScannerDialog,
)

interface ScanButtonProps extends Pick<ButtonProps, 'variant'> {
  onTypeInstead: () => void
}

/** Loads the scanner only when a press is likely. */
export function ScanButton({ variant, onTypeInstead }: ScanButtonProps) {
  const [open, setOpen] = useState(false)
  const goLater = useDelayedNavigation()

  const prepare = scanner.prefetch
  const openScanner = async () => {
    try {
      await scanner.load()
      setOpen(true)
    } catch {
      showToast({
        title: sharedTexts.offlineTitle,
        description: sharedTexts.offlineHint,
        tone: 'destructive',
      })
    }
  }
  const enterBar = async (address: BarAddress) => {
    const found = await findPageOf(address)
    if (found.outcome === 'found') goLater(found.path, TIMINGS.barCheckToBarMs)
    else showRefusal(found.outcome)
    return found.outcome === 'found'
  }
  const typeInstead = () => {
    // Closing the dialog returns the focus to this button. Only then can it move on.
    flushSync(() => setOpen(false))
    onTypeInstead()
  }
  return (
    <>
      <Button
        variant={variant}
        size="lg"
        block
        className="px-1!"
        icon={<Icon of={ScanQrCode} className="size-6" />}
        onPointerEnter={prepare}
        onFocus={prepare}
        onTouchStart={prepare}
        onClick={openScanner}
      >
        {entryTexts.scan}
      </Button>
      {open && (
        <Suspense>
          <scanner.Part
            site={ownSite()}
            onClose={() => setOpen(false)}
            onTypeInstead={typeInstead}
            onBar={enterBar}
          />
        </Suspense>
      )}
    </>
  )
}

export interface Refusal {
  toast: ToastRequest & { description: string }
  mark: string | null
}

const CHECK_FAILED = {
  title: sharedTexts.error,
  description: entryTexts.barCheckFailed,
  tone: 'destructive',
} as const

const REFUSALS = {
  empty: {
    toast: { title: sharedTexts.requiredField, description: entryTexts.barIdMissing },
    mark: entryTexts.fieldMissing,
  },
  unknown: {
    toast: { title: entryTexts.barNotFound, description: entryTexts.barNotFoundHint },
    mark: entryTexts.barIdUnknown,
  },
  failed: { toast: CHECK_FAILED, mark: null },
  unanswered: { toast: { ...CHECK_FAILED, hint: sharedTexts.offlineHint }, mark: null },
} as const

/** Says it in a toast. `mark` is for the field; without one `toast` is also for above the button. */
export function showRefusal(reason: keyof typeof REFUSALS): Refusal {
  const refusal = REFUSALS[reason]
  showToast(refusal.toast)
  return refusal
}

type FoundBarPage =
  | { outcome: 'found'; path: string }
  | { outcome: 'unknown' | 'failed' | 'unanswered' }

/** The page of the bar, or of its table if the text names one. */
export async function findBarPage(text: string): Promise<FoundBarPage> {
  const address = readBarAddress(text, ownSite())
  return address ? await findPageOf(address) : { outcome: 'unknown' }
}

async function findPageOf({ barId, table }: BarAddress): Promise<FoundBarPage> {
  try {
    await call(ENDPOINTS.readBar, { barId })
  } catch (error) {
    return { outcome: isUnanswered(error) ? 'unanswered' : toLookupFailure(error) }
  }
  return {
    outcome: 'found',
    path: table ? address(PAGES.table, { barId, tableId: table }) : address(PAGES.bar, { barId }),
  }
}
