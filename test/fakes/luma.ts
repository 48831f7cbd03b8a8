/** A grey picture: what a camera sees of black on white. */
export interface Luma {
  width: number
  height: number
  data: Float32Array
}

export const makeLuma = (width: number, height: number, fill = 0): Luma => ({
  width,
  height,
  data: new Float32Array(width * height).fill(fill),
})

/** The level of each pixel. */
export function paintLuma(
  width: number,
  height: number,
  level: (x: number, y: number) => number,
): Luma {
  const at = (pixel: number) => level(pixel % width, Math.floor(pixel / width))
  return {
    width,
    height,
    data: Float32Array.from({ length: width * height }, (_, pixel) => at(pixel)),
  }
}

/** A seeded generator (mulberry32): the same picture on every machine. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Sensor noise. */
export function addNoise(picture: Luma, deviation: number, random: () => number): void {
  for (let at = 0; at < picture.data.length; at++) {
    const gauss = random() + random() + random() + random() - 2
    picture.data[at] = (picture.data[at] ?? 0) + gauss * deviation * Math.sqrt(3)
  }
}

function blurLines(
  from: Luma,
  radius: number,
  step: number,
  lines: number,
  lineStep: number,
): Luma {
  const to = makeLuma(from.width, from.height)
  const length = from.data.length / lines
  const whole = Math.floor(radius)
  const edge = radius - whole
  const weight = 2 * radius + 1
  for (let line = 0; line < lines; line++) {
    const read = (at: number) =>
      from.data[line * lineStep + Math.min(length - 1, Math.max(0, at)) * step] ?? 0
    let sum = 0
    for (let at = -whole; at <= whole; at++) sum += read(at)
    for (let at = 0; at < length; at++) {
      const ends = edge * (read(at - whole - 1) + read(at + whole + 1))
      to.data[line * lineStep + at * step] = (sum + ends) / weight
      sum += read(at + whole + 1) - read(at - whole)
    }
  }
  return to
}

const blurAcross = (from: Luma, radius: number) =>
  blurLines(from, radius, 1, from.height, from.width)
const blurDown = (from: Luma, radius: number) => blurLines(from, radius, from.width, from.width, 1)

/** Out of focus: three box blurs are nearly a Gaussian of this deviation, in pixels. */
export function blur(picture: Luma, deviation: number): Luma {
  const radius = (Math.sqrt(4 * deviation ** 2 + 1) - 1) / 2
  let blurred = picture
  for (let pass = 0; pass < 3; pass++) blurred = blurDown(blurAcross(blurred, radius), radius)
  return blurred
}

/** A hand that moves sideways during the exposure. */
export function smear(picture: Luma, lengthPx: number): Luma {
  return blurAcross(picture, lengthPx / 2)
}

/** The square at (x, y), brought to `side` pixels by averaging, as a canvas does. */
export function cropLuma(from: Luma, x: number, y: number, size: number, side: number): Luma {
  const scale = size / side
  return paintLuma(side, side, (column, row) => {
    const [left, top] = [Math.floor(x + column * scale), Math.floor(y + row * scale)]
    const right = Math.max(left + 1, Math.floor(x + (column + 1) * scale))
    const bottom = Math.max(top + 1, Math.floor(y + (row + 1) * scale))
    let sum = 0
    for (let at = top; at < bottom; at++) {
      for (let across = left; across < right; across++)
        sum += from.data[at * from.width + across] ?? 0
    }
    return sum / ((right - left) * (bottom - top))
  })
}

export function toImageData({ width, height, data: grey }: Luma): ImageData {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [at, value] of grey.entries()) data.fill(value, at * 4, at * 4 + 3)
  return { data, width, height, colorSpace: 'srgb', pixelFormat: 'rgba-unorm8' } as ImageData
}
