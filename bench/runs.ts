/** How often a figure that varies is taken. */
export const RUNS = Number(process.env.BENCH_RUNS ?? 5)

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
