import { ScanQrCode } from 'lucide'
import { Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import type { BarAddress } from '#contract/bar-address.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { lazyPart } from '#web/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { tellRefusal } from './bar-refusals.ts'
import { findPageOf } from './find-bar-page.ts'
import { useDelayedNavigation } from './use-delayed-navigation.ts'

const scanner = lazyPart(
  async () => (await import('#web/features/scanner/scanner-dialog.tsx')).ScannerDialog,
)

/** Loads the scanner only when a press is likely. */
export function ScanButton({ onTypeInstead }: { onTypeInstead: () => void }) {
  const [loaded, setLoaded] = useState(false)
  const [open, setOpen] = useState(false)
  const goLater = useDelayedNavigation()

  const prepare = () => void scanner.load().catch(() => undefined)
  const openScanner = async () => {
    try {
      await scanner.load()
      setLoaded(true)
      setOpen(true)
    } catch {
      showToast({
        title: sharedTexts.error,
        description: sharedTexts.unexpectedError,
        tone: 'destructive',
      })
    }
  }
  const enterBar = async (address: BarAddress) => {
    const found = await findPageOf(address)
    if (found.outcome === 'found') goLater(found.path, TIMINGS.barCheckToBarMs)
    else tellRefusal(found.outcome)
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
        variant="secondary"
        size="lg"
        block
        className="px-4!"
        icon={<Icon of={ScanQrCode} className="size-6 text-link" />}
        onPointerEnter={prepare}
        onFocus={prepare}
        onTouchStart={prepare}
        onClick={openScanner}
      >
        {entryTexts.scan}
      </Button>
      {loaded && (
        <Suspense>
          <scanner.Part
            open={open}
            onClose={() => setOpen(false)}
            onTypeInstead={typeInstead}
            onBar={enterBar}
          />
        </Suspense>
      )}
    </>
  )
}
