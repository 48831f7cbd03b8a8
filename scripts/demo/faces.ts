import type { Layer } from './painter.ts'
import { arc, both, box, ellipse, line, paint, without } from './painter.ts'

const SIDE_PX = 256
/** Closer, as one holds a phone. */
const VIEW = [12, 7, 76] as const

const SKINS = ['#f3c9a5', '#8a5532', '#d9a074', '#5f3822', '#eab48a', '#a96d43', '#c58a5c']
const HAIRS = ['#1f1512', '#4a2a18', '#2b1d1a', '#8b4f24', '#15130f', '#c98f45', '#6b2f1f']
const WALLS = [
  '#22473b',
  '#7a3320',
  '#35566b',
  '#8a5a17',
  '#5b3550',
  '#1f5a57',
  '#93432f',
  '#3c4a2a',
]
const SHIRTS = [
  '#f0a52b',
  '#f5eddc',
  '#c4442a',
  '#2f7f78',
  '#20302a',
  '#e2b7a0',
  '#5577a0',
  '#7d9a55',
]
const CUTS = {
  women: ['long', 'bun', 'afro', 'bob', 'wavy', 'ponytail', 'scarf'],
  men: ['short', 'curly', 'beard', 'cap', 'quiff', 'knot', 'bald'],
} as const
type Cut = (typeof CUTS)['women' | 'men'][number]

const pick = <T>(from: readonly T[], seed: number): T => from[seed % from.length] as T

/** A drawn face as a PNG; another for each number below 56 and more. */
export function drawFace(kind: 'women' | 'men', seed: number): Buffer {
  const cut: Cut = pick(CUTS[kind], seed)
  // Beside each other a woman and a man of one number differ in what they wear.
  const place = kind === 'men' ? seed + 3 : seed
  const [skin, wall] = [pick(SKINS, place * 3 + Math.floor(seed / 7)), pick(WALLS, place * 5)]
  const look: Look = {
    cut,
    skin,
    shade: darken(skin, 0.86),
    hair: pick(HAIRS, place * 2 + Math.floor(seed / 7)),
    shirt: pick(SHIRTS, place * 3 + 1),
    accent: pick(SHIRTS, place * 5 + 2),
    seed,
  }
  return paint(
    SIDE_PX,
    SIDE_PX,
    [
      [box(0, 0, 100, 100), wall],
      ...bulbs(seed),
      ...hairBehind(look),
      ...body(look),
      ...head(look, kind),
      ...hairInFront(look),
      ...extras(look, kind),
    ],
    VIEW,
  )
}

interface Look {
  cut: Cut
  skin: string
  shade: string
  hair: string
  shirt: string
  accent: string
  seed: number
}

/** A string of lights behind the head. */
function bulbs(seed: number): Layer[] {
  const [left, right] = [8 + (seed % 4) * 3, 6 + (seed % 3) * 5]
  return [
    [ellipse(18 + (seed % 5) * 15, 20, 30), '#ffd98a', 0.12],
    [arc(0.7, [-4, left], [104, right], 10), '#120d0a', 0.5],
    ...[14, 38, 62, 86].flatMap((x, index): Layer[] => {
      const y = left + ((right - left) * x) / 100 + 10 * 4 * (x / 100) * (1 - x / 100) + 2.5
      return [
        [ellipse(x, y, 6), '#ffd98a', 0.25],
        [ellipse(x, y, 2.4), index % 2 ? '#ffe9b8' : '#ffd27a'],
      ]
    }),
  ]
}

function hairBehind({ cut, hair }: Look): Layer[] {
  if (cut === 'long') return [[box(27, 24, 46, 62, 22), hair]]
  if (cut === 'bob') return [[box(24.5, 20, 51, 46, 22), hair]]
  if (cut === 'afro') return [[ellipse(50, 38, 31, 29), hair]]
  if (cut === 'ponytail') {
    return [
      [ellipse(50, 38, 22.5, 22), hair],
      [box(66, 30, 12, 46, 6), hair],
    ]
  }
  if (cut === 'bun' || cut === 'knot') {
    return [
      [ellipse(50, 15.5, cut === 'bun' ? 10 : 7.5), hair],
      [ellipse(50, 39, 22.5, 22), hair],
    ]
  }
  if (cut === 'wavy') {
    const curls = [30, 40, 51, 62, 72].flatMap((y): Layer[] => [
      [ellipse(30 - (y % 3), y, 8.5), hair],
      [ellipse(70 + (y % 3), y, 8.5), hair],
    ])
    return [[ellipse(50, 38, 25, 24), hair], ...curls]
  }
  return []
}

function body({ skin, shade, shirt, accent, seed }: Look): Layer[] {
  const torso = ellipse(50, 108, 37, 30)
  const stripes = [84, 92, 100].map((y): Layer => [both(torso, box(0, y, 100, 3.6)), accent])
  return [
    [torso, shirt],
    ...(seed % 3 === 1 ? stripes : []),
    [box(41, 62, 18, 20, 8), skin],
    [ellipse(50, 80, 11, 6), skin],
    [both(box(41, 62, 18, 20, 8), ellipse(50, 62, 12, 9)), shade],
    ...(seed % 3 === 2 ? [[arc(1.8, [37, 79], [63, 79], 9), accent] as const] : []),
  ]
}

function head({ skin, shade, hair, seed }: Look, kind: 'women' | 'men'): Layer[] {
  const brow = kind === 'men' ? 2.1 : 1.4
  const tilt = (seed % 3) - 1
  const isLaughing = seed % 2 === 0
  const mouth = both(ellipse(50, 56.5, 8, 7), box(40, 57, 20, 10))
  return [
    [ellipse(29.5, 46, 4, 5.5), skin],
    [ellipse(70.5, 46, 4, 5.5), skin],
    [box(30, 22, 40, 47, 20), skin],
    [ellipse(50, 53, 19, 16.5), skin],
    [ellipse(37, 54, 4.6, 3.2), '#d6543a', 0.16],
    [ellipse(63, 54, 4.6, 3.2), '#d6543a', 0.16],
    [ellipse(41.5, 45.5, 2.3, 2.8), '#1d1411'],
    [ellipse(58.5, 45.5, 2.3, 2.8), '#1d1411'],
    [ellipse(42.3, 44.5, 0.8), '#ffffff'],
    [ellipse(59.3, 44.5, 0.8), '#ffffff'],
    [arc(brow, [37, 40 + tilt], [45.5, 39.5], -1.4), darken(hair, 0.8)],
    [arc(brow, [54.5, 39.5], [63, 40 - tilt], -1.4), darken(hair, 0.8)],
    [arc(1.5, [48.2, 51.5], [52.2, 51.5], 1.2), darken(shade, 0.86)],
    ...(isLaughing
      ? ([
          [mouth, '#7c231c'],
          [both(mouth, box(40, 57, 20, 2.6)), '#fff6ea'],
        ] as const)
      : ([[arc(1.7, [43.5, 58.5], [56.5, 58.5 + tilt / 2], 3), '#8f3326']] as const)),
  ]
}

function hairInFront({ cut, hair, accent, seed }: Look): Layer[] {
  const cap = without(ellipse(50, 40, 22.5, 21.5), ellipse(50, 56, 24, 23))
  const side = without(ellipse(50, 40, 23, 22), ellipse(57, 57, 27, 25))
  const round = (points: readonly (readonly [number, number, number])[]): Layer[] =>
    points.map(([x, y, r]) => [ellipse(x, y, r), hair])
  switch (cut) {
    case 'long':
    case 'ponytail':
      return [[side, hair]]
    case 'bob':
      return [[both(box(25, 17, 50, 18, 10), ellipse(50, 40, 25, 23)), hair]]
    case 'scarf':
      return [
        [without(ellipse(50, 33, 25, 21), ellipse(50, 55, 24, 21)), accent],
        [ellipse(66, 17, 7, 5), accent],
        [ellipse(60, 14, 5.5, 6), darken(accent, 0.85)],
        [arc(1.2, [28, 32], [71, 27], -7), darken(accent, 0.75)],
      ]
    case 'curly':
      return round([
        ...[[33, 31, 7] as const, [40, 24, 8] as const, [50, 21, 9] as const],
        ...[[60, 24, 8] as const, [67, 31, 7] as const, [50, 28, 8] as const],
      ])
    case 'cap':
      return [
        [both(ellipse(50, 35, 23, 21), box(20, 10, 60, 22)), accent],
        [box(seed % 2 ? 20 : 44, 29, 36, 5, 2.5), darken(accent, 0.78)],
      ]
    case 'quiff':
      return [
        [cap, hair],
        [ellipse(44, 21, 14, 8), hair],
        [ellipse(58, 22, 11, 7), hair],
      ]
    case 'bald':
      return []
    default:
      return [[cap, hair]]
  }
}

function extras({ cut, hair, accent, seed }: Look, kind: 'women' | 'men'): Layer[] {
  const layers: Layer[] = []
  if (kind === 'men' && (cut === 'beard' || cut === 'bald' || seed % 5 === 3)) {
    const jaw = without(
      both(ellipse(50, 52, 20.5, 19.5), box(25, 50, 50, 30)),
      ellipse(50, 50, 15.5, 9),
    )
    layers.push([without(jaw, ellipse(50, 58.5, 7.5, 3.6)), hair])
  }
  if (seed % 4 === 2) {
    for (const x of [41.3, 58.7]) {
      layers.push([without(ellipse(x, 45.5, 7), ellipse(x, 45.5, 5.7)), '#241c18'])
      layers.push([ellipse(x, 45.5, 5.7), '#ffffff', 0.12])
    }
    layers.push([line(1.3, [48, 44.8], [52, 44.8]), '#241c18'])
  }
  if (kind === 'women' && seed % 2 === 1) {
    const gold = seed % 4 === 1 ? '#ffcb70' : accent
    for (const x of [29.5, 70.5]) {
      layers.push([without(ellipse(x, 55.5, 3.6), ellipse(x, 55.5, 2.4)), gold])
    }
  }
  return layers
}

function darken(colour: string, by: number): string {
  const parts = [1, 3, 5].map((at) => {
    const value = Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * by)
    return value.toString(16).padStart(2, '0')
  })
  return `#${parts.join('')}`
}
