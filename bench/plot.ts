import { toText } from './bench.ts'

const SIZE = { width: 720, height: 360 }
const EDGE = { left: 56, right: 236, top: 16, bottom: 44 }
const COLOURS = ['#2f7d5b', '#8a6d3b', '#b3412e', '#4664b8', '#7a4fa3']
/** Lower bound of both axes, because a logarithmic axis has no zero. */
const LEAST = 1

interface Line {
  name: string
  points: [x: number, y: number][]
}

interface Axis {
  place: (value: number) => number
  /** Powers of ten. */
  marks: number[]
}

/** Lines on two logarithmic axes, as an SVG that is read on light and dark pages. */
export function plotLines(xName: string, yName: string, lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points)
  const { width, height } = SIZE
  const [right, bottom] = [width - EDGE.right, height - EDGE.bottom]
  const valuesOf = (at: 0 | 1) => points.map((point) => point[at])
  const x = toAxis(valuesOf(0), EDGE.left, right)
  const y = toAxis(valuesOf(1), bottom, EDGE.top)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">`,
    '<style>text{fill:#333}line{stroke:#8888}@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>',
    ...x.marks.map((mark) => toLine(x.place(mark), EDGE.top, x.place(mark), bottom)),
    ...x.marks.map((mark) => toLabel(x.place(mark), bottom + 18, 'middle', toText(mark))),
    ...y.marks.map((mark) => toLine(EDGE.left, y.place(mark), right, y.place(mark))),
    ...y.marks.map((mark) => toLabel(EDGE.left - 8, y.place(mark) + 4, 'end', toText(mark))),
    toLabel((EDGE.left + right) / 2, height - 8, 'middle', xName),
    `<g transform="rotate(-90)">${toLabel(-(EDGE.top + bottom) / 2, 14, 'middle', yName)}</g>`,
    ...lines.map((line, index) => toCurve(line, COLOURS[index % COLOURS.length] ?? '', x, y)),
    ...lines.map(({ name }, index) => {
      const colour = COLOURS[index % COLOURS.length]
      const at = EDGE.top + 12 + index * 22
      const key = `<rect x="${right + 16}" y="${at - 8}" width="14" height="4" fill="${colour}"/>`
      return key + toLabel(right + 36, at, 'start', name)
    }),
    '</svg>',
    '',
  ].join('\n')
}

function toAxis(values: readonly number[], from: number, to: number): Axis {
  const powers = values.map((value) => Math.log10(Math.max(LEAST, value)))
  const [first, last] = [Math.floor(Math.min(...powers)), Math.ceil(Math.max(...powers))]
  return {
    place: (value) => {
      const share = (Math.log10(Math.max(LEAST, value)) - first) / (last - first || 1)
      return Math.round(from + share * (to - from))
    },
    marks: Array.from({ length: last - first + 1 }, (_, step) => 10 ** (first + step)),
  }
}

function toCurve({ points }: Line, colour: string, x: Axis, y: Axis): string {
  const places = points.map(([across, up]) => [x.place(across), y.place(up)] as const)
  const dots = places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`)
  return `<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}`
}

const toLine = (x1: number, y1: number, x2: number, y2: number) =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`

const toLabel = (x: number, y: number, anchor: string, text: string) =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`
