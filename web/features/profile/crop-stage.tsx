import type { KeyboardEvent } from 'react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { profileTexts } from '#contract/texts/profile.ts'
import type { Area } from '#web/pictures/geometry.ts'
import { moveSquare, zoomOf, zoomSquare } from '#web/pictures/geometry.ts'
import { drawArea } from '#web/pictures/shrink-picture.ts'
import { useGestures } from './use-gestures.ts'

export interface CropStageProps {
  bitmap: ImageBitmap
  square: Area
  onChange: (change: (square: Area) => Area) => void
}

/** In canvas pixels: larger than displayed, for dense screens. */
const DRAWN_SIDE = 768
const STEP = 0.04
const ZOOM_STEP = 1.15
const MIDDLE = { x: 0.5, y: 0.5 }
const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

export function CropStage({ bitmap, square, onChange }: CropStageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const hintId = useId()
  const move = (x: number, y: number) => onChange((held) => moveSquare(held, { x, y }, bitmap))
  const zoomBy = (factor: number, about = MIDDLE) =>
    onChange((held) => zoomSquare(held, zoomOf(held, bitmap) * factor, about, bitmap))
  const gestures = useGestures({ move: (x, y) => move(-x, -y), zoom: zoomBy })
  const wheel = useEffectEvent(gestures.wheel)

  useLayoutEffect(() => {
    if (canvas.current) drawArea(canvas.current, bitmap, square)
  }, [bitmap, square])

  useEffect(() => {
    // React's wheel listener is passive: the dialog would scroll below the picture.
    const watching = new AbortController()
    const options = { passive: false, signal: watching.signal }
    stage.current?.addEventListener('wheel', (event) => wheel(event), options)
    return () => watching.abort()
  }, [])

  function press(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key]
    if (arrow) move(arrow.x, arrow.y)
    else if (event.key === '+' || event.key === '=') zoomBy(ZOOM_STEP)
    else if (event.key === '-') zoomBy(1 / ZOOM_STEP)
    else return
    event.preventDefault()
  }

  return (
    <div className="grid gap-3">
      <div
        ref={stage}
        role="application"
        aria-label={profileTexts.cropArea}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
        tabIndex={0}
        onKeyDown={press}
        {...gestures.handlers}
        className="relative mx-auto aspect-square w-full max-w-84 cursor-grab touch-none select-none overflow-hidden rounded-lg active:cursor-grabbing"
      >
        <canvas ref={canvas} width={DRAWN_SIDE} height={DRAWN_SIDE} className="size-full" />
        <span className="pointer-events-none absolute inset-0 rounded-full border-2 border-accent shadow-[0_0_0_20rem_var(--color-backdrop)]" />
      </div>
      <p id={hintId} className="text-balance text-center text-ink-soft text-sm">
        {profileTexts.cropHint}
      </p>
    </div>
  )
}
