import ScanQrCode from 'lucide-react/icons/scan-qr-code'
import { Suspense, useState } from 'react'
import { entryTexts } from '#contract/texts/entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { lazyPart } from '#web/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'

const scanner = lazyPart(
  async () => (await import('#web/features/scanner/scanner-dialog.tsx')).ScannerDialog,
)

/** Nothing of the scanner is downloaded before somebody is about to press the button. */
export function ScanButton() {
  const [loaded, setLoaded] = useState(false)
  const [open, setOpen] = useState(false)

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
  return (
    <>
      <Button
        variant="secondary"
        size="lg"
        block
        icon={<ScanQrCode aria-hidden="true" className="text-link" />}
        onPointerEnter={prepare}
        onFocus={prepare}
        onTouchStart={prepare}
        onClick={openScanner}
      >
        {entryTexts.scan}
      </Button>
      {loaded && (
        <Suspense>
          <scanner.Part open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
