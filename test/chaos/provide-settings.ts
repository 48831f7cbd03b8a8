import type { TestProject } from 'vitest/node'
import { clearFigures } from './figures.ts'
import type { ChaosSettings } from './settings.ts'
import { readChaosSettings } from './settings.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chaos: ChaosSettings
  }
}

/** One seed for all files of a run, printed so that the run can be repeated. */
export function setup({ provide }: TestProject): void {
  const settings = readChaosSettings()
  provide('chaos', settings)
  clearFigures()
  process.stdout.write(`Chaos seed ${settings.seed} (CHAOS_SEED repeats its choices)\n`)
}
