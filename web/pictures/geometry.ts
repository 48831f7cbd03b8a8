export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

/** In the picture's pixels. */
export interface Area extends Point, Size {}

/** Keeps the aspect ratio and never enlarges. */
export function fitInside({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

export const ZOOM_MAX = 4

export function wholeSquare(picture: Size): Area {
  const side = Math.min(picture.width, picture.height)
  return toSquare((picture.width - side) / 2, (picture.height - side) / 2, side, picture)
}

/** A factor; 1 at first. */
export function zoomOf(square: Area, picture: Size): number {
  return Math.min(picture.width, picture.height) / square.width
}

/** `by` is in fractions of the square's side. Stays inside the picture. */
export function moveSquare(square: Area, by: Point, picture: Size): Area {
  const { x, y, width: side } = square
  return toSquare(x + by.x * side, y + by.y * side, side, picture)
}

/** `zoom` is 1 to `ZOOM_MAX`. `about`, in fractions of the side, stays put. */
export function zoomSquare(square: Area, zoom: number, about: Point, picture: Size): Area {
  const wanted = Math.min(Math.max(zoom, 1), ZOOM_MAX)
  const side = Math.min(picture.width, picture.height) / wanted
  const grown = square.width - side
  return toSquare(square.x + grown * about.x, square.y + grown * about.y, side, picture)
}

function toSquare(x: number, y: number, side: number, picture: Size): Area {
  return {
    x: Math.min(Math.max(x, 0), picture.width - side),
    y: Math.min(Math.max(y, 0), picture.height - side),
    width: side,
    height: side,
  }
}
