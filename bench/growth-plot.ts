import type { Grown, GrownRun } from './growth-bar.ts'
import { median, toFigure } from './runs.ts'

const WIDTH = 720
const PANEL = { width: 320, height: 190 }
const INSET = { left: 52, right: 12, top: 34, bottom: 30 }

interface Panel {
  title: string
  of: (grown: Grown) => number
}

const medianOf =
  (of: (run: GrownRun) => number) =>
  ({ runs }: Grown) =>
    toFigure(runs, of).median

const PANELS: Panel[] = [
  { title: 'CPU of a message, µs', of: medianOf((run) => run.usPerMessage) },
  { title: 'CPU of a join, ms', of: medianOf((run) => run.msPerJoin) },
  { title: 'bytes of a join to each page', of: medianOf((run) => run.bytesPerJoinAndPage) },
  { title: 'frames of a join to each page', of: medianOf((run) => run.framesPerJoinAndPage) },
  { title: 'from asking to the list, ms', of: medianOf((run) => run.msToEnter) },
  { title: 'CPU of a silent minute, ms', of: ({ silentMs }) => median(silentMs) },
]

/** Each figure over the number of people, which is on a logarithmic scale. */
export function drawGrowth(grown: readonly Grown[]): string {
  const panels = PANELS.map((panel, index) => {
    const x = 24 + (index % 2) * (PANEL.width + 32)
    const y = 12 + Math.floor(index / 2) * (PANEL.height + 24)
    return `<g transform="translate(${x} ${y})">${drawPanel(panel, grown)}</g>`
  })
  const height = 24 + Math.ceil(PANELS.length / 2) * (PANEL.height + 24)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...panels,
    '</svg>',
    '',
  ].join('\n')
}

function drawPanel({ title, of }: Panel, grown: readonly Grown[]): string {
  const most = Math.max(...grown.map(of), 0) * 1.15 || 1
  const sizes = grown.map(({ people }) => Math.log10(people))
  const [least, greatest] = [Math.min(...sizes), Math.max(...sizes)]
  const bottom = PANEL.height - INSET.bottom
  const toX = ({ people }: Grown) => {
    const part = (Math.log10(people) - least) / (greatest - least || 1)
    return INSET.left + part * (PANEL.width - INSET.left - INSET.right)
  }
  const toY = (value: number) => bottom - (value / most) * (bottom - INSET.top)
  const points = grown.map((one) => `${toX(one).toFixed(1)},${toY(of(one)).toFixed(1)}`).join(' ')
  const marks = grown.map((one) => {
    const [x, y] = [toX(one).toFixed(1), toY(of(one))]
    return [
      `<circle cx="${x}" cy="${y.toFixed(1)}" r="3" fill="#b45309"/>`,
      `<text x="${x}" y="${(y - 8).toFixed(1)}" text-anchor="middle">${toLabel(of(one))}</text>`,
      `<text x="${x}" y="${bottom + 18}" text-anchor="middle" fill="#555">${one.people}</text>`,
    ].join('')
  })
  return [
    `<text x="0" y="14" font-weight="bold">${title}</text>`,
    `<path d="M${INSET.left} ${INSET.top}V${bottom}H${PANEL.width - INSET.right}" fill="none" stroke="#999"/>`,
    `<polyline points="${points}" fill="none" stroke="#b45309" stroke-width="2"/>`,
    ...marks,
  ].join('')
}

function toLabel(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(0)
}
