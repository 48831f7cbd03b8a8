import type { PointerEvent } from 'react'
import { useRef } from 'react'
import type { Point } from '#web/pictures/geometry.ts'

interface Gestures {
  /** In fractions of the element's side. */
  move: (x: number, y: number) => void
  /** `about` is in fractions of the side. */
  zoom: (factor: number, about: Point) => void
}

const WHEEL_SPEED = 0.002
/** Smaller movements count as a tap. */
const TAP_PX = 6

export function useGestures({ move, zoom }: Gestures) {
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
