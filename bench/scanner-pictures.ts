import type { Luma } from '../test/fakes/luma.ts'
import { makeLuma, makeRandom, toImageData } from '../test/fakes/luma.ts'
import type { QrScene } from '../test/fakes/qr-scene.ts'
import { drawScene } from '../test/fakes/qr-scene.ts'
import { readBlackAndWhitePng } from '../test/fakes/read-png.ts'
import type { FormatName } from '../web/features/scanner/formats.ts'
import { FORMATS } from '../web/features/scanner/formats.ts'

export const TEXT = 'https://brinde.example/bar/K7M2QX/table/12'
/** The square part of a phone's 1280 × 720 picture that the viewfinder shows. */
export const PICTURE_SIDE_PX = 720
const PICTURE = { width: PICTURE_SIDE_PX, height: PICTURE_SIDE_PX }
const STEPS = 8
const COPIES = 2
const DECOY_SIDE = 64
const DECOY_COPIES = 6
const PAPER = 255

/** Pictures of one kind. */
export interface Album {
  name: string
  pictures: Iterable<Luma>
}

/** What goes wrong with a code in a bar, each in eight steps from slight to hopeless. */
const FAMILIES: Record<string, (step: number) => Partial<QrScene>> = {
  'out of focus': (step) => ({ blurPx: 1 + step * 0.8 }),
  'shaking hand': (step) => ({ smearPx: 4 + step * 3.5 }),
  noise: (step) => ({ noise: 15 + step * 15 }),
  'low contrast': (step) => ({ contrast: 100 * 0.68 ** step, noise: 2 }),
  dark: (step) => ({
    contrast: 64 * 0.8 ** step,
    light: 42 * 0.82 ** step,
    noise: 6 + step * 0.6,
    blurPx: 1.5,
  }),
  'from the side': (step) => ({ tiltDegrees: 10 + step * 8.5 }),
  glare: (step) => ({ glare: 0.2 + step * 0.11 }),
  damage: (step) => ({ damage: 0.02 + step * 0.025 }),
  'far away': (step) => ({ codeSide: 200 * 0.82 ** step, blurPx: 0.6, noise: 5 }),
  'light on dark': (step) => ({ isInverted: true, blurPx: 0.4 + step * 0.7 }),
  'on cloth': (step) => ({ sag: (step % 2 ? -1 : 1) * (0.02 + step * 0.012) }),
  'too near': (step) => ({ codeSide: 400 + step * 36 }),
  'worn, all at once': (step) => ({
    damage: 0.012 * (step + 1),
    blurPx: 0.6 * (step + 1),
    noise: 6 * (step + 1),
    tiltDegrees: 5 * (step + 1),
    contrast: 180 - 20 * step,
  }),
}

/** Our own code in every trouble. */
export function* drawCodes(): Generator<Album> {
  for (const [name, toScene] of Object.entries(FAMILIES)) {
    const pictures = Array.from({ length: STEPS * COPIES }, (_, index) => {
      const usual = { text: TEXT, ...PICTURE, codeSide: 320, turnDegrees: 7 + index * 23 }
      return drawScene({ ...usual, seed: index + 1, ...toScene(Math.floor(index / COPIES)) })
    })
    yield { name, pictures }
  }
}

/** A card of each format in the box, upright, then with what goes wrong. */
const CARDS: Partial<QrScene>[] = [
  {},
  { codeSide: 300 },
  { turnDegrees: 1 },
  { turnDegrees: 20 },
  { tiltDegrees: 30 },
  { blurPx: 1.5 },
  { noise: 30 },
  { contrast: 60, light: 80, noise: 4 },
]

/** What an independent encoder wrote in each format. */
export function* drawCards(): Generator<Album> {
  for (const name of Object.keys(FORMATS) as FormatName[]) {
    const file = name.toLowerCase().replaceAll(' ', '-')
    const print = readBlackAndWhitePng(`test/fixtures/codes/${file}.png`)
    const pictures = CARDS.map((card) =>
      drawScene({ text: '', print, ...PICTURE, codeSide: 440, ...card }),
    )
    yield { name, pictures }
  }
}

/** True for ink at a point of a print; `random` is the print's own. */
type Print = (random: () => number) => (x: number, y: number) => boolean

const centred = (x: number, y: number): [number, number] => [x - DECOY_SIDE / 2, y - DECOY_SIDE / 2]

/** What is in a bar and looks like a code. */
const DECOYS: Record<string, Print> = {
  'an awning’s stripes': (random) => {
    const bars = Array.from({ length: DECOY_SIDE }, () => random() < 0.5)
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
    const dots = Array.from({ length: DECOY_SIDE * DECOY_SIDE }, () => random() < 0.5)
    return (x, y) => dots[y * DECOY_SIDE + x] ?? false
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
    const cells = Array.from({ length: DECOY_SIDE * DECOY_SIDE }, () => random() < 0.5)
    return (x, y) => {
      const row = Math.floor(y / 3)
      return cells[row * DECOY_SIDE + Math.floor((x + (row % 2) * 1.5) / 3)] ?? false
    }
  },
}

export function* drawDecoys(): Generator<Album> {
  let seed = 0
  for (const [name, print] of Object.entries(DECOYS)) {
    const pictures = Array.from({ length: DECOY_COPIES }, () => {
      seed += 1
      return drawDecoy(print, seed)
    })
    yield { name, pictures }
  }
}

function drawDecoy(print: Print, seed: number): Luma {
  const isInk = print(makeRandom(seed))
  const card = makeLuma(DECOY_SIDE, DECOY_SIDE, PAPER)
  for (let at = 0; at < DECOY_SIDE * DECOY_SIDE; at += 1) {
    if (isInk(at % DECOY_SIDE, Math.floor(at / DECOY_SIDE))) card.data[at] = 0
  }
  return drawScene({
    ...{ text: '', print: toImageData(card), ...PICTURE, codeSide: 320 },
    ...{ turnDegrees: (seed % DECOY_COPIES) * 4, blurPx: 0.8, noise: 6, seed },
  })
}
