/** One budget of the product, measured. */
export interface Bench {
  title: string
  measure: () => Promise<Measurement>
}

export interface Measurement {
  /** Markdown, as docs/performance.md holds it. */
  report: string
  verdicts: Verdict[]
}

export interface Verdict {
  claim: string
  found: string
  isKept: boolean
}

/** How often a figure that varies is taken. */
export const RUNS = Number(process.env.BENCH_RUNS ?? 5)

/** Above this share of a core, the load generator would be the bottleneck instead of the server. */
const LOAD_CORES_MAX = 0.9

/** A figure of several runs. */
export interface Figure {
  median: number
  least: number
  most: number
}

/** One run after the other, each with its number from 0. */
export async function takeRuns<Run>(measureRun: (number: number) => Promise<Run>): Promise<Run[]> {
  const runs: Run[] = []
  for (let number = 0; number < RUNS; number += 1) runs.push(await measureRun(number))
  return runs
}

export function toFigure<Run>(runs: readonly Run[], of: (run: Run) => number): Figure {
  const values = runs.map(of)
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[middle],
  ]
  return (low + high) / 2
}

export function atMost(max: number, what: string, found: number, digits = 0): Verdict {
  const claim = `at most ${toText(max, fractionOf(max))} ${what}`
  return { claim, found: toText(found, digits), isKept: found <= max }
}

export function atLeast(min: number, what: string, found: number, digits = 0): Verdict {
  const claim = `at least ${toText(min, fractionOf(min))} ${what}`
  return { claim, found: toText(found, digits), isKept: found >= min }
}

/** Requires a count of zero in every run. */
export function never(what: string, counts: readonly number[]): Verdict {
  const found = counts.reduce((sum, count) => sum + count, 0)
  return { claim: `never ${what}`, found: String(found), isKept: found === 0 }
}

/** Judges the share of a core that the load generators took in each run. */
export function judgeLoad(cores: readonly number[]): Verdict {
  return atMost(LOAD_CORES_MAX, 'of a core for the busiest load generator', Math.max(...cores), 2)
}

const fractionOf = (value: number) => String(value).split('.')[1]?.length ?? 0

type Cell = string | number

/** A table of Markdown: a column of names, then columns of figures. */
export function toTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const [names = '', ...figures] = head
  const rule = `|---|${figures.map(() => '---:|').join('')}`
  return [toRow([names, ...figures]), rule, ...rows.map(toRow)].join('\n')
}

const toRow = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`

export function toText(value: number, digits = 0): string {
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** The range of the runs, or one figure if they do not differ. */
export function toSpread({ least, most }: Figure, digits = 0): string {
  const [from, to] = [toText(least, digits), toText(most, digits)]
  return from === to ? from : `${from}-${to}`
}

/** Two cells: the median, and the spread of the runs. */
export function toCells(figure: Figure, digits = 0): [string, string] {
  return [toText(figure.median, digits), toSpread(figure, digits)]
}

/** The same in one cell, the spread in brackets. */
export function toOneCell(figure: Figure, digits = 0): string {
  return `${toText(figure.median, digits)} (${toSpread(figure, digits)})`
}
