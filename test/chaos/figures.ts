import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { inRoot } from '#scripts/paths.ts'

const FILE = inRoot('test-results/chaos-figures.jsonl')

type Figure = { test: string; figures: Record<string, number | string> }

/** Notes what a chaos test measured, for `npm run test:full` to print. */
export function noteFigures(test: string, figures: Figure['figures']): void {
  mkdirSync(dirname(FILE), { recursive: true })
  appendFileSync(FILE, `${JSON.stringify({ test, figures } satisfies Figure)}\n`)
}

export function clearFigures(): void {
  rmSync(FILE, { force: true })
}

/** One line a test, in the order in which they were noted. */
export function readFigures(): string[] {
  if (!existsSync(FILE)) return []
  return readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { test, figures }: Figure = JSON.parse(line)
      const parts = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
      return `${test}: ${parts.join(', ')}`
    })
}

/** The value that this part (0.99) of all values does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
}
