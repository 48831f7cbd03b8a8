import type { Layer, Point } from './painter.ts'
import { arc, both, box, ellipse, line, paint } from './painter.ts'

const LOGO_PX = 256
const PHOTO_PX = { width: 800, height: 600 }

/** A bar's colours: its night sky, its wall, its awning or wood, its light. */
export interface Palette {
  night: string
  wall: string
  wood: string
  light: string
}

/** What a bar is known for, in its logo. */
export type Emblem = 'glass' | 'lemon' | 'moon' | 'cup' | 'drum'

export function drawLogo(emblem: Emblem, { wall, wood, light }: Palette): Buffer {
  return paint(LOGO_PX, LOGO_PX, [
    [box(0, 0, 100, 100), wall],
    [ellipse(50, 50, 43), light],
    [ellipse(50, 50, 40), wood],
    ...EMBLEMS[emblem],
  ])
}

const CREAM = '#fff3d9'
const EMBLEMS: Record<Emblem, Layer[]> = {
  glass: [
    [box(64, 38, 18, 26, 8), CREAM],
    [box(68, 43, 9, 16, 4), '#6d2718'],
    [box(32, 34, 36, 44, 5), '#f0a52b'],
    ...[40, 49, 58].map((x): Layer => [box(x, 46, 3.4, 26, 1.7), '#c67f14']),
    ...[34, 44, 55, 65].map((x): Layer => [ellipse(x, 33, 8.5), CREAM]),
  ],
  lemon: [
    [ellipse(50, 50, 28), '#f4d35e'],
    [ellipse(50, 50, 24), CREAM],
    [ellipse(50, 50, 21.5), '#f4d35e'],
    ...[0, 60, 120].map((degrees): Layer => {
      const [x, y] = [
        Math.cos((degrees * Math.PI) / 180) * 23,
        Math.sin((degrees * Math.PI) / 180) * 23,
      ]
      return [line(2.4, [50 - x, 50 - y], [50 + x, 50 + y]), CREAM]
    }),
  ],
  moon: [
    [ellipse(48, 50, 26), '#ffe9b8'],
    [ellipse(59, 44, 23), '#3a2f55'],
    ...(
      [
        [70, 34],
        [62, 62],
        [76, 54],
      ] as const
    ).map(([x, y]): Layer => [ellipse(x, y, 2.2), CREAM]),
  ],
  cup: [
    [both(ellipse(50, 34, 25, 24), box(20, 34, 60, 30)), CREAM],
    [both(ellipse(50, 34, 21, 19), box(20, 37, 60, 30)), '#c4442a'],
    [box(48, 56, 4, 18), CREAM],
    [box(36, 73, 28, 4, 2), CREAM],
    [ellipse(66, 30, 7), '#7d9a55'],
  ],
  drum: [
    [box(30, 40, 40, 32, 6), '#c4442a'],
    [ellipse(50, 41, 20, 8), CREAM],
    [arc(2, [30, 66], [70, 66], 6), '#ffcb70'],
    [line(3, [36, 20], [54, 38]), CREAM],
    [line(3, [72, 20], [56, 38]), CREAM],
  ],
}

/** The street in front of the bar, its counter, its tables under the lights. */
export function drawPhotos(palette: Palette): Buffer[] {
  const { width, height } = PHOTO_PX
  return [street, counter, terrace].map((draw) => paint(width, height, draw(palette)))
}

const isOdd = (index: number): boolean => index % 2 === 1

function glow(x: number, y: number, radius: number, colour: string): Layer[] {
  return [1, 0.7, 0.45].map((part) => [ellipse(x, y, radius * part), colour, 0.1])
}

function street({ night, wall, wood, light }: Palette): Layer[] {
  const stars: Point[] = [
    [8, 6],
    [22, 11],
    [37, 4],
    [58, 8],
    [71, 4],
    [86, 10],
    [94, 5],
  ]
  const stripes = Array.from({ length: 10 }, (_, index): Layer[] => {
    const colour = isOdd(index) ? CREAM : wood
    const x = 20 + index * 6
    return [
      [box(x, 31, 6, 8), colour],
      [ellipse(x + 3, 39, 3, 2.6), colour],
    ]
  }).flat()
  const windows: Point[] = [
    [5, 18],
    [13, 18],
    [5, 32],
    [13, 32],
    [84, 14],
    [92, 14],
    [84, 28],
    [92, 28],
  ]
  return [
    [box(0, 0, 100, 75), night],
    ...stars.map(([x, y]): Layer => [ellipse(x, y, 0.4), CREAM, 0.8]),
    [box(0, 12, 19, 60), '#12100f', 0.55],
    [box(81, 8, 19, 64), '#12100f', 0.55],
    ...windows.map(
      ([x, y], index): Layer => [box(x, y, 4, 7, 0.6), light, index % 3 ? 0.55 : 0.15],
    ),
    [box(18, 17, 64, 50, 1), wall],
    [box(27, 20, 46, 8, 2), '#1b1512'],
    ...Array.from(
      { length: 8 },
      (_, index): Layer => [box(31 + index * 5, 22.5, 3.4, 3, 1), index === 3 ? light : CREAM, 0.9],
    ),
    ...glow(36, 50, 20, light),
    [box(23, 42, 24, 20, 1), light, 0.9],
    [box(53, 42, 24, 25, 1), light, 0.75],
    [box(34.5, 42, 1, 20), wood],
    [box(64.5, 42, 1, 25), wood],
    ...[27, 31, 40, 44].flatMap((x, index): Layer[] => [
      [ellipse(x, 54, 1.7), '#2a1a14'],
      [box(x - 2.2, 55.5, 4.4, 7, 2), index % 2 ? '#7a3320' : '#22473b'],
    ]),
    ...stripes,
    [box(0, 65, 100, 10), '#2b2522'],
    ...Array.from(
      { length: 5 },
      (_, index): Layer => [
        arc(1, [index * 24 - 6, 70], [index * 24 + 6, 70], isOdd(index) ? 2.4 : -2.4),
        '#8d8375',
        0.5,
      ],
    ),
    ...[14, 86].flatMap((x): Layer[] => [
      [box(x - 5, 62, 10, 1.2, 0.6), wood],
      [box(x - 0.5, 62, 1, 8), wood],
      [box(x - 1.2, 58, 2.4, 4, 0.6), '#f0a52b'],
    ]),
    ...hangingBulbs(light, 12, 6),
  ]
}

function counter({ wall, wood, light }: Palette): Layer[] {
  const BOTTLES = ['#2f7f78', '#c4442a', '#7d9a55', '#e0a23a', '#6d4a7a', '#b9c9b2', '#8a4a2a']
  const shelf = (y: number, shift: number): Layer[] => [
    [box(8, y, 84, 1.4), wood],
    ...Array.from({ length: 15 }, (_, index): Layer[] => {
      const colour = BOTTLES[(index * 3 + shift) % BOTTLES.length] ?? CREAM
      const height = 8 + ((index * 5 + shift) % 4)
      const x = 11 + index * 5.4
      return [
        [box(x, y - height, 3.4, height, 0.9), colour],
        [box(x + 1.1, y - height - 2.6, 1.2, 4, 0.5), colour],
        [box(x + 0.5, y - height * 0.6, 2.4, 2.6), CREAM, 0.5],
      ]
    }).flat(),
  ]
  return [
    [box(0, 0, 100, 75), wall],
    [box(6, 6, 88, 42, 2), '#120d0b', 0.35],
    ...[25, 50, 75].flatMap((x) => glow(x, 16, 26, light)),
    ...shelf(26, 0),
    ...shelf(44, 2),
    ...[25, 50, 75].flatMap((x): Layer[] => [
      [line(0.4, [x, 0], [x, 10]), '#120d0b'],
      [both(ellipse(x, 15, 6, 6), box(x - 6, 8, 12, 7)), wood],
      [ellipse(x, 15.4, 2.2), light],
    ]),
    [box(0, 54, 100, 3), '#d6a15e'],
    [box(0, 57, 100, 18), wood],
    ...Array.from(
      { length: 12 },
      (_, index): Layer => [box(index * 9 - 2, 57, 0.5, 18), '#120d0b', 0.3],
    ),
    ...[18, 46, 54, 80].flatMap((x, index): Layer[] => [
      [box(x, 46, 5, 8.4, 0.8), index === 2 ? '#c9a24a' : '#f0a52b'],
      ...[0.6, 2.6, 4.5].map((dx): Layer => [ellipse(x + dx, 46, 1.4), CREAM]),
    ]),
    [box(63, 51.5, 9, 2.6, 1.3), CREAM],
    ...[64.8, 67.4, 70].map((x): Layer => [ellipse(x, 51.2, 1.6), '#c98a3a']),
  ]
}

function terrace({ night, wall, wood, light }: Palette): Layer[] {
  const table = (x: number, y: number, size: number): Layer[] => [
    [box(x - 0.6 * size, y, 1.2 * size, 9 * size), '#1a1411'],
    [ellipse(x, y, 10 * size, 2.4 * size), wood],
    ...[-4, 3].flatMap((dx, index): Layer[] => [
      [box(x + dx * size, y - 6 * size, 2.6 * size, 5.4 * size, 0.4), index ? light : '#f0a52b'],
      [ellipse(x + (dx + 1.3) * size, y - 6 * size, 1.6 * size, 0.9 * size), CREAM],
    ]),
  ]
  const person = (x: number, y: number, size: number, shirt: string, skin: string): Layer[] => [
    [box(x - 4 * size, y, 8 * size, 14 * size, 3.6 * size), shirt],
    [ellipse(x, y - 3 * size, 2.9 * size, 3.3 * size), skin],
    [
      both(ellipse(x, y - 4 * size, 3.2 * size, 3.2 * size), box(x - 4, y - 9 * size, 8, 5 * size)),
      '#1f1512',
    ],
  ]
  return [
    [box(0, 0, 100, 75), night],
    [box(0, 10, 100, 40), wall, 0.7],
    [box(6, 20, 20, 30, 1), light, 0.45],
    [box(74, 20, 20, 30, 1), light, 0.45],
    [box(0, 48, 100, 27), '#2e2824'],
    ...Array.from(
      { length: 9 },
      (_, index): Layer => [
        arc(1.4, [index * 14 - 10, 70], [index * 14 + 4, 70], isOdd(index) ? 3 : -3),
        '#5a5148',
      ],
    ),
    ...glow(50, 22, 34, light),
    ...person(24, 39, 1, '#c4442a', '#8a5532'),
    ...person(42, 38, 1, '#2f7f78', '#d9a074'),
    ...person(64, 39, 1, '#f5eddc', '#5f3822'),
    ...person(80, 38, 1, '#e2b7a0', '#f3c9a5'),
    ...table(33, 52, 1.2),
    ...table(72, 54, 1.3),
    ...hangingBulbs(light, 8, 9),
    ...hangingBulbs(light, 16, 7),
  ]
}

function hangingBulbs(light: string, y: number, drop: number): Layer[] {
  return [
    [arc(0.35, [-2, y], [102, y], drop), '#120d0a', 0.7],
    ...[6, 20, 34, 48, 62, 76, 90].flatMap((x): Layer[] => {
      const at = (x + 2) / 104
      const below = y + drop * 4 * at * (1 - at) + 1.4
      return [...glow(x, below, 5, light), [ellipse(x, below, 1.1), '#fff0c8']]
    }),
  ]
}
