import { CircleCheck, Flashlight, SwitchCamera } from 'lucide'
import type { RefObject } from 'react'
import { scannerTexts } from '#contract/texts/scanner.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { BOX_SIDE_PX } from './frames.ts'
import type { ScannerState } from './scanner.ts'

interface ViewfinderProps {
  video: RefObject<HTMLVideoElement | null>
  still: RefObject<HTMLCanvasElement | null>
  state: ScannerState
  onTorch: () => void
  onSwitchCamera: () => void
}

const CORNERS = [
  'top-0 left-0 rounded-tl-lg border-t-4 border-l-4',
  'top-0 right-0 rounded-tr-lg border-t-4 border-r-4',
  'bottom-0 left-0 rounded-bl-lg border-b-4 border-l-4',
  'right-0 bottom-0 rounded-br-lg border-r-4 border-b-4',
]

/** Stays mounted: the scanner holds its elements. */
export function Viewfinder({ video, still, state, onTorch, onSwitchCamera }: ViewfinderProps) {
  const { phase, torch, canSwitchCamera } = state
  const isFound = phase === 'found'
  return (
    <div
      hidden={phase === 'failed'}
      className="relative aspect-square overflow-hidden rounded-lg bg-sunken"
    >
      <video
        ref={video}
        muted
        playsInline
        className={`size-full object-cover ${phase === 'scanning' ? '' : 'opacity-0'}`}
      />
      <canvas ref={still} hidden={!isFound} className="absolute inset-0 size-full" />
      {phase === 'opening' && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-ink-soft">
          <Spinner />
          {scannerTexts.opening}
        </div>
      )}
      {phase !== 'opening' && <Box isFound={isFound} />}
      {phase === 'scanning' && (
        <div className="absolute right-2 bottom-2 flex gap-2">
          {torch && (
            <Button
              variant={torch === 'on' ? 'primary' : 'secondary'}
              size="icon"
              aria-label={scannerTexts.torch}
              aria-pressed={torch === 'on'}
              onClick={onTorch}
            >
              <Icon of={Flashlight} />
            </Button>
          )}
          {canSwitchCamera && (
            <Button
              variant="secondary"
              size="icon"
              aria-label={scannerTexts.switchCamera}
              onClick={onSwitchCamera}
            >
              <Icon of={SwitchCamera} />
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Box({ isFound }: { isFound: boolean }) {
  const tone = isFound ? 'border-success' : 'border-accent'
  return (
    <div
      aria-hidden="true"
      style={{ width: BOX_SIDE_PX }}
      className="absolute inset-0 m-auto aspect-square max-w-full rounded-lg [box-shadow:0_0_0_40rem_var(--color-backdrop)]"
    >
      {CORNERS.map((corner) => (
        <span key={corner} className={`absolute size-9 ${corner} ${tone}`} />
      ))}
      {isFound && (
        <Icon
          of={CircleCheck}
          className="absolute inset-0 m-auto size-20 animate-arrive rounded-full bg-raised text-success"
        />
      )}
    </div>
  )
}
