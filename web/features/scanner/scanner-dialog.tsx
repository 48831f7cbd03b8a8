import Camera from 'lucide:camera'
import CameraOff from 'lucide:camera-off'
import Image from 'lucide:image'
import Keyboard from 'lucide:keyboard'
import RotateCcw from 'lucide:rotate-ccw'
import type { BarAddress, OwnSite } from '#contract/bar-address.ts'
import { scannerTexts } from '#contract/texts/scanner.ts'
import { PICTURE_PROBLEMS } from '#web/pictures/picture-problems.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { ScannerProblem } from './camera.ts'
import type { ScannerState } from './scanner.ts'
import { useScanner } from './use-scanner.ts'
import { Viewfinder } from './viewfinder.tsx'

/** Retrying cannot help until the page is opened elsewhere. */
const FINAL: readonly (ScannerProblem | null)[] = ['insecure', 'inApp']

interface ScannerPanelProps {
  site: OwnSite
  onTypeInstead: () => void
  /** False if the bar could not be entered; scanning then resumes. */
  onBar: (address: BarAddress) => Promise<boolean>
}

export interface ScannerDialogProps extends ScannerPanelProps {
  onClose: () => void
}

export function ScannerDialog({ onClose, ...panel }: ScannerDialogProps) {
  return (
    <Dialog onClose={onClose} title={scannerTexts.title}>
      <ScannerPanel {...panel} />
    </Dialog>
  )
}

function ScannerPanel({ site, onTypeInstead, onBar }: ScannerPanelProps) {
  const { scanner, state, video, still } = useScanner(site, onBar)
  const { phase, problem } = state
  return (
    <div className="grid gap-4">
      {problem && <Problem problem={problem} />}
      <Viewfinder
        video={video}
        still={still}
        state={state}
        onTorch={() => void scanner?.switchTorch()}
        onZoom={() => void scanner?.switchZoom()}
        onSwitchCamera={() => void scanner?.switchCamera()}
      />
      <Notice state={state} />
      <div className="grid gap-2">
        {phase === 'failed' && !FINAL.includes(problem) && (
          <Button
            block
            icon={<Icon of={problem === 'dismissed' ? Camera : RotateCcw} className="size-5" />}
            onClick={() => void scanner?.open()}
          >
            {problem === 'dismissed' ? scannerTexts.askAgain : scannerTexts.tryAgain}
          </Button>
        )}
        <FileButton
          accept="image/*"
          variant="secondary"
          block
          busy={state.isReadingPhoto}
          busyLabel={scannerTexts.readingPhoto}
          icon={<Icon of={Image} className="size-5 text-link" />}
          onPick={(photo) => void scanner?.readPhoto(photo)}
        >
          {scannerTexts.choosePhoto}
        </FileButton>
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

function Problem({ problem }: { problem: ScannerProblem }) {
  const { title, hint } = scannerTexts.problems[problem]
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-lg bg-sunken px-5 py-8 text-center"
    >
      <Icon of={CameraOff} className="size-10 text-ink-faint" />
      <p className="font-semibold text-lg">{title}</p>
      <p className="text-ink-soft">{hint}</p>
    </div>
  )
}

const NOTICES = {
  ...PICTURE_PROBLEMS,
  refused: scannerTexts.refused,
  nothingInPhoto: scannerTexts.nothingInPhoto,
  unloaded: scannerTexts.problems.unloaded.title,
}

/** One live region for hint and result, so that changes are announced. */
function Notice({ state: { phase, notice } }: { state: ScannerState }) {
  const quiet = phase === 'failed' ? null : scannerTexts.hint
  const text = notice ? NOTICES[notice] : phase === 'found' ? scannerTexts.found : quiet
  const success = phase === 'found' ? 'font-semibold text-success' : 'text-ink-soft'
  return (
    <p
      role="status"
      className={`flex min-h-13 flex-col items-center justify-center text-balance text-center empty:hidden ${notice ? 'font-semibold text-danger' : success}`}
    >
      {notice === 'nothingInPhoto' ? (
        <>
          <span lang="en">{text}</span>
          <span className="font-normal text-ink-soft">{scannerTexts.nothingInPhotoHint}</span>
        </>
      ) : (
        text
      )}
    </p>
  )
}
