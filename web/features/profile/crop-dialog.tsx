import type { KeyboardEvent, PointerEvent } from 'react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { profileTexts, zoomLabel } from '#contract/texts/profile.ts'
import type { Area, Point } from '#web/pictures/geometry.ts'
import { moveSquare, wholeSquare, ZOOM_MAX, zoomOf, zoomSquare } from '#web/pictures/geometry.ts'
import { drawArea } from '#web/pictures/shrink-picture.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Slider } from '#web/ui/slider.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { shrinkPhoto } from './photo.ts'

export interface CropDialogProps {
  bitmap: ImageBitmap
  /** The chosen square as a data URL; null if it cannot be made small enough. */
  onUse: (photo: string | null) => void
  onClose: () => void
}

export function CropDialog({ bitmap, onUse, onClose }: CropDialogProps) {
  const [square, setSquare] = useState(() => wholeSquare(bitmap))
  const [use, isBusy] = useAct(async () =>
    onUse(await shrinkPhoto(bitmap, square).catch(() => null)),
  )

  return (
    <Dialog
      onClose={onClose}
      title={profileTexts.crop}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {profileTexts.cropCancel}
          </Button>
          <Button busy={isBusy} onClick={use}>
            {profileTexts.cropUse}
          </Button>
        </>
      }
    >
      <CropArea bitmap={bitmap} square={square} onChange={setSquare} />
      <Slider
        label={profileTexts.cropZoom}
        min={1}
        max={ZOOM_MAX}
        step={0.05}
        value={zoomOf(square, bitmap)}
        valueText={zoomLabel(zoomOf(square, bitmap))}
        onChange={(zoom) =>
          setSquare((current) => zoomSquare(current, zoom, { x: 0.5, y: 0.5 }, bitmap))
        }
      />
    </Dialog>
  )
}

interface CropAreaProps {
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

function CropArea({ bitmap, square, onChange }: CropAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const hintId = useId()
  const move = (x: number, y: number) =>
    onChange((current) => moveSquare(current, { x, y }, bitmap))
  const zoomBy = (factor: number, about = MIDDLE) =>
    onChange((current) => zoomSquare(current, zoomOf(current, bitmap) * factor, about, bitmap))
  const gestures = useGestures({ move: (x, y) => move(-x, -y), zoom: zoomBy })
  const wheel = useEffectEvent(gestures.wheel)

  useLayoutEffect(() => {
    if (canvas.current) drawArea(canvas.current, bitmap, square)
  }, [bitmap, square])

  useEffect(() => {
    // React's wheel listener is passive: the dialog would scroll below the picture.
    const abort = new AbortController()
    const options = { passive: false, signal: abort.signal }
    area.current?.addEventListener('wheel', (event) => wheel(event), options)
    return () => abort.abort()
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
        ref={area}
        role="application"
        aria-label={profileTexts.cropArea}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
        tabIndex={0}
        onKeyDown={press}
        {...gestures.handlers}
        className="relative mx-auto aspect-square w-full max-w-84 cursor-grab touch-none select-none overflow-hidden rounded-xl active:cursor-grabbing"
      >
        <canvas ref={canvas} width={DRAWN_SIDE} height={DRAWN_SIDE} className="size-full" />
        <span className="pointer-events-none absolute inset-0 rounded-full border-2 border-accent [box-shadow:0_0_0_40rem_var(--color-backdrop)]" />
      </div>
      <p id={hintId} className="text-balance text-center text-ink-soft text-sm">
        {profileTexts.cropHint}
      </p>
    </div>
  )
}

interface Gestures {
  /** In fractions of the element's side. */
  move: (x: number, y: number) => void
  /** `about` is in fractions of the side. */
  zoom: (factor: number, about: Point) => void
}

const WHEEL_SPEED = 0.002
/** Smaller movements count as a tap. */
const TAP_PX = 6

function useGestures({ move, zoom }: Gestures) {
  const fingers = useRef(new Map<number, Point>())
  const pressedAt = useRef<Point | null>(null)

  function drag(event: PointerEvent<HTMLElement>): void {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const box = event.currentTarget.getBoundingClientRect()
    const now = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    const share = other ? 2 : 1
    move((now.x - before.x) / box.width / share, (now.y - before.y) / box.height / share)
    if (!other) return
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
    const grown = distance(now, other) / Math.max(distance(before, other), 1)
    zoom(grown, toFraction(middle, box))
  }
  const lift = (event: PointerEvent) => void fingers.current.delete(event.pointerId)

  function release(event: PointerEvent<HTMLElement>): void {
    const { current: start } = pressedAt
    const end = { x: event.clientX, y: event.clientY }
    if (start && fingers.current.size === 1 && distance(start, end) < TAP_PX) {
      const tapped = toFraction(end, event.currentTarget.getBoundingClientRect())
      move(0.5 - tapped.x, 0.5 - tapped.y)
    }
    lift(event)
  }

  return {
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.currentTarget.setPointerCapture(event.pointerId)
        const at = { x: event.clientX, y: event.clientY }
        fingers.current.set(event.pointerId, at)
        pressedAt.current = fingers.current.size === 1 ? at : null
      },
      onPointerMove: drag,
      onPointerUp: release,
      onPointerCancel: lift,
    },
    wheel(event: WheelEvent) {
      event.preventDefault()
      const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
      zoom(
        Math.exp(-event.deltaY * WHEEL_SPEED),
        toFraction({ x: event.clientX, y: event.clientY }, box),
      )
    },
  }
}

function toFraction({ x, y }: Point, box: DOMRect): Point {
  return { x: (x - box.left) / box.width, y: (y - box.top) / box.height }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
