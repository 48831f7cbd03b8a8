import { writePng } from '#test/fakes/write-png.ts'

/** The distance of a point from a shape's edge, negative inside, and the box that holds the shape. */
export interface Shape {
  distance: (x: number, y: number) => number
  box: readonly [left: number, top: number, right: number, bottom: number]
}
/** Painted in their order. Lengths are hundredths of the picture's width. */
export type Layer = readonly [shape: Shape, colour: string, opacity?: number]

const DEFLATE_LEVEL = 9

/** `Math.hypot` takes three times as long. */
const lengthOf = (x: number, y: number): number => Math.sqrt(x * x + y * y)

export function ellipse(x: number, y: number, rx: number, ry = rx): Shape {
  return {
    distance: (px, py) => {
      const outer = lengthOf((px - x) / rx, (py - y) / ry)
      const slope = lengthOf((px - x) / rx ** 2, (py - y) / ry ** 2)
      return slope === 0 ? -Math.min(rx, ry) : (outer * (outer - 1)) / slope
    },
    box: [x - rx, y - ry, x + rx, y + ry],
  }
}

/** A rectangle by its corner, with rounded corners. */
export function box(x: number, y: number, width: number, height: number, radius = 0): Shape {
  const [halfX, halfY] = [width / 2, height / 2]
  return {
    distance: (px, py) => {
      const dx = Math.abs(px - x - halfX) - halfX + radius
      const dy = Math.abs(py - y - halfY) - halfY + radius
      return lengthOf(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius
    },
    box: [x, y, x + width, y + height],
  }
}

export type Point = readonly [x: number, y: number]

/** A line through points, with round ends. */
export function line(width: number, ...points: Point[]): Shape {
  const half = width / 2
  const pieces = points.slice(1).map((to, index) => [points[index] ?? to, to] as const)
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return {
    distance: (px, py) =>
      Math.min(
        ...pieces.map(([[ax, ay], [bx, by]]) => {
          const [dx, dy] = [bx - ax, by - ay]
          const along = ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)
          const at = Math.min(1, Math.max(0, along))
          return lengthOf(px - ax - at * dx, py - ay - at * dy)
        }),
      ) - half,
    box: [
      Math.min(...xs) - half,
      Math.min(...ys) - half,
      Math.max(...xs) + half,
      Math.max(...ys) + half,
    ],
  }
}

const ARC_PIECES = 8

/** A line that hangs, or with a negative `drop` stands up, between two points. */
export function arc(width: number, [x, y]: Point, to: Point, drop: number): Shape {
  const points = Array.from({ length: ARC_PIECES + 1 }, (_, index): Point => {
    const at = index / ARC_PIECES
    return [x + at * (to[0] - x), y + at * (to[1] - y) + drop * 4 * at * (1 - at)]
  })
  return line(width, ...points)
}

/** What both shapes cover. */
export function both(one: Shape, other: Shape): Shape {
  return {
    distance: (x, y) => Math.max(one.distance(x, y), other.distance(x, y)),
    box: [
      Math.max(one.box[0], other.box[0]),
      Math.max(one.box[1], other.box[1]),
      Math.min(one.box[2], other.box[2]),
      Math.min(one.box[3], other.box[3]),
    ],
  }
}

export function without(shape: Shape, hole: Shape): Shape {
  return {
    ...shape,
    distance: (x, y) => Math.max(shape.distance(x, y), -hole.distance(x, y)),
  }
}

/** A PNG of flat colours with smooth edges. */
export function paint(
  widthPx: number,
  heightPx: number,
  layers: readonly Layer[],
  [viewX, viewY, viewWidth]: readonly [x: number, y: number, width: number] = [0, 0, 100],
): Buffer {
  const scale = viewWidth / widthPx
  const pixels = new Float32Array(widthPx * heightPx * 3)
  for (const [{ distance, box: bounds }, colour, opacity = 1] of layers) {
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    const toX = (x: number) => Math.min(widthPx, Math.max(0, (x - viewX) / scale))
    const toY = (y: number) => Math.min(heightPx, Math.max(0, (y - viewY) / scale))
    const [left, right] = [toX(bounds[0] - scale), toX(bounds[2] + scale)]
    const [top, bottom] = [toY(bounds[1] - scale), toY(bounds[3] + scale)]
    for (let y = Math.floor(top); y < bottom; y += 1) {
      for (let x = Math.floor(left); x < right; x += 1) {
        const depth = 0.5 - distance(viewX + (x + 0.5) * scale, viewY + (y + 0.5) * scale) / scale
        const cover = Math.min(1, Math.max(0, depth)) * opacity
        if (cover === 0) continue
        const at = (y * widthPx + x) * 3
        pixels[at] = mix(pixels[at], red, cover)
        pixels[at + 1] = mix(pixels[at + 1], green, cover)
        pixels[at + 2] = mix(pixels[at + 2], blue, cover)
      }
    }
  }
  const channel = (at: number) => Math.round(pixels[at] ?? 0)
  return writePng(
    widthPx,
    heightPx,
    (x, y) => {
      const at = (y * widthPx + x) * 3
      return [channel(at), channel(at + 1), channel(at + 2)]
    },
    DEFLATE_LEVEL,
  )
}

function mix(before = 0, value = 0, cover: number): number {
  return before + (value - before) * cover
}
