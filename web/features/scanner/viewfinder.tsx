import CircleCheck from 'lucide:circle-check'
import Flashlight from 'lucide:flashlight'
import SwitchCamera from 'lucide:switch-camera'
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
  onZoom: () => void
  onSwitchCamera: () => void
}

const CORNERS = [
  'top-0 left-0 rounded-tl-lg border-t-4 border-l-4',
  'top-0 right-0 rounded-tr-lg border-t-4 border-r-4',
  'bottom-0 left-0 rounded-bl-lg border-b-4 border-l-4',
  'right-0 bottom-0 rounded-br-lg border-r-4 border-b-4',
]

/** Stays mounted: the scanner holds its elements. */
export function Viewfinder({ video, still, state, ...controls }: ViewfinderProps) {
  const { phase, isAsking } = state
  const isFound = phase === 'found'
  return (
    // Words and buttons lie over the picture, and reach below it where they are larger.
    <div
      hidden={phase === 'failed'}
      className="grid grid-cols-[minmax(0,1fr)] *:col-start-1 *:row-start-1"
    >
      <div className="relative aspect-square overflow-hidden rounded-lg bg-sunken">
        <video
          ref={video}
          muted
          playsInline
          className={`size-full object-cover ${phase === 'scanning' ? '' : 'opacity-0'}`}
        />
        <canvas ref={still} hidden={!isFound} className="absolute inset-0 size-full" />
        {phase !== 'opening' && <Box isFound={isFound} />}
      </div>
      {phase === 'opening' && (
        <div className="relative grid place-content-center justify-items-center gap-3 px-2 text-center text-balance text-ink-soft">
          <Spinner />
          <span>{isAsking ? scannerTexts.asking : scannerTexts.opening}</span>
        </div>
      )}
      {phase === 'scanning' && <Controls state={state} {...controls} />}
    </div>
  )
}

type ControlsProps = Omit<ViewfinderProps, 'video' | 'still'>

function Controls({ state, onTorch, onZoom, onSwitchCamera }: ControlsProps) {
  const { torch, zoom, canSwitchCamera, advice } = state
  return (
    <div className="relative flex flex-wrap items-center justify-end gap-2 self-end p-2">
      <p
        role="status"
        className="min-w-0 rounded-full bg-raised px-4 py-2 text-center font-semibold text-sm leading-tight empty:hidden"
      >
        {advice && scannerTexts.advice[advice]}
      </p>
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
      {zoom && (
        <Button
          variant={zoom === 2 ? 'primary' : 'secondary'}
          size="icon"
          aria-label={scannerTexts.zoom.label}
          aria-pressed={zoom === 2}
          onClick={onZoom}
        >
          {scannerTexts.zoom.face}
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
