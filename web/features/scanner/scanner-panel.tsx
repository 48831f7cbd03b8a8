import { Keyboard, RotateCcw } from 'lucide'
import type { BarAddress } from '#contract/bar-address.ts'
import { scannerTexts } from '#contract/texts/scanner.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PhotoButton } from './photo-button.tsx'
import { ScannerNotice } from './scanner-notice.tsx'
import { ScannerTrouble } from './scanner-trouble.tsx'
import type { Trouble } from './trouble.ts'
import { useScanner } from './use-scanner.ts'
import { Viewfinder } from './viewfinder.tsx'

/** Retrying cannot help until the page is opened elsewhere. */
const FINAL: readonly (Trouble | null)[] = ['insecure', 'inApp']

interface ScannerPanelProps {
  onTypeInstead: () => void
  onBar: (address: BarAddress) => Promise<boolean>
}

export function ScannerPanel({ onTypeInstead, onBar }: ScannerPanelProps) {
  const { scanner, state, video, still } = useScanner(onBar)
  const { phase, trouble } = state
  return (
    <div className="grid gap-4">
      {trouble && <ScannerTrouble trouble={trouble} />}
      <Viewfinder
        video={video}
        still={still}
        state={state}
        onTorch={() => void scanner?.switchTorch()}
        onSwitchCamera={() => void scanner?.switchCamera()}
      />
      <ScannerNotice state={state} />
      <div className="grid gap-2">
        {phase === 'trouble' && !FINAL.includes(trouble) && (
          <Button
            block
            icon={<Icon of={RotateCcw} className="size-5" />}
            onClick={() => void scanner?.open()}
          >
            {scannerTexts.tryAgain}
          </Button>
        )}
        <PhotoButton
          isBusy={state.isReadingPhoto}
          onPhoto={(photo) => void scanner?.readPhoto(photo)}
        />
        <Button
          variant="quiet"
          block
          icon={<Icon of={Keyboard} className="size-5" />}
          onClick={onTypeInstead}
        >
          {scannerTexts.typeInstead}
        </Button>
      </div>
    </div>
  )
}
