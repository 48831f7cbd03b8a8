import type { Luma } from '../test/fakes/luma.ts'
import { makeLuma, makeRandom, toImageData } from '../test/fakes/luma.ts'
import { drawScene } from '../test/fakes/qr-scene.ts'
import { PICTURE_SIDE_PX, readFrames } from './scanner-engines.ts'

const SIDE = 64
const PAPER = 255
const COPIES = 6

/** True for ink at a point of a print; `random` is the print's own. */
type Print = (random: () => number) => (x: number, y: number) => boolean

const centred = (x: number, y: number): [number, number] => [x - SIDE / 2, y - SIDE / 2]

/** What is in a bar and looks like a code. */
const DECOYS: Record<string, Print> = {
  'an awning’s stripes': (random) => {
    const bars = Array.from({ length: SIDE }, () => random() < 0.5)
    return (x) => bars[x] ?? false
  },
  'even stripes': (random) => {
    const width = 1 + Math.floor(random() * 6)
    return (x) => Math.floor(x / width) % 2 === 0
  },
  'a checked cloth': (random) => {
    const side = 1 + Math.floor(random() * 6)
    return (x, y) => (Math.floor(x / side) + Math.floor(y / side)) % 2 === 0
  },
  'dots by chance': (random) => {
    const dots = Array.from({ length: SIDE * SIDE }, () => random() < 0.5)
    return (x, y) => dots[y * SIDE + x] ?? false
  },
  'rings of glasses': (random) => {
    const width = 2 + random() * 5
    return (x, y) => Math.floor(Math.hypot(...centred(x, y)) / width) % 2 === 0
  },
  'tiles of squares in squares': (random) => {
    const tile = 8 + Math.floor(random() * 14)
    return (x, y) => {
      const [left, top] = [(x % tile) - tile / 2, (y % tile) - tile / 2]
      return Math.floor(Math.max(Math.abs(left), Math.abs(top)) / 2) % 2 === 0
    }
  },
  bricks: (random) => {
    const height = 4 + Math.floor(random() * 5)
    return (x, y) => {
      const row = Math.floor(y / height)
      return y % height !== 0 && (x + row * height) % (2 * height) !== 0
    }
  },
  'hexagons by chance': (random) => {
    const cells = Array.from({ length: SIDE * SIDE }, () => random() < 0.5)
    return (x, y) => {
      const row = Math.floor(y / 3)
      return cells[row * SIDE + Math.floor((x + (row % 2) * 1.5) / 3)] ?? false
    }
  },
}

function drawDecoy(print: Print, seed: number): Luma {
  const isInk = print(makeRandom(seed))
  const card = makeLuma(SIDE, SIDE, PAPER)
  for (let at = 0; at < SIDE * SIDE; at += 1) {
    if (isInk(at % SIDE, Math.floor(at / SIDE))) card.data[at] = 0
  }
  return drawScene({
    text: '',
    print: toImageData(card),
    width: PICTURE_SIDE_PX,
    height: PICTURE_SIDE_PX,
    codeSide: 320,
    turnDegrees: (seed % COPIES) * 4,
    blurPx: 0.8,
    noise: 6,
    seed,
  })
}

export interface FalseReads {
  pictures: number
  /** What was read, and on what. */
  read: string[]
}

/** Shows pictures without a code to the scanner, a second each, until it reads one. zxing is prepared. */
export async function readDecoys(): Promise<FalseReads> {
  const found: FalseReads = { pictures: 0, read: [] }
  for (const [name, print] of Object.entries(DECOYS)) {
    for (let copy = 0; copy < COPIES; copy += 1) {
      found.pictures += 1
      const read = await scan(drawDecoy(print, found.pictures))
      if (read) found.read.push(`${read} on ${name}`)
    }
  }
  return found
}

async function scan(picture: Luma): Promise<string | null> {
  for await (const [code] of readFrames({ picture })) {
    if (code) return `${code.format} ${code.text}`
  }
  return null
}
