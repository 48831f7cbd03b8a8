import type { Verdict } from './bench.ts'
import { toText } from './tables.ts'

/** Above this a generator in one process would be what is measured, and not the server. */
const LOAD_CORES_MAX = 0.9

export function atMost(max: number, what: string, found: number, digits = 0): Verdict {
  const claim = `at most ${toText(max, fractionOf(max))} ${what}`
  return { claim, found: toText(found, digits), isKept: found <= max }
}

export function atLeast(min: number, what: string, found: number, digits = 0): Verdict {
  const claim = `at least ${toText(min, fractionOf(min))} ${what}`
  return { claim, found: toText(found, digits), isKept: found >= min }
}

/** What must not happen in any run. */
export function never(what: string, counts: readonly number[]): Verdict {
  const found = counts.reduce((sum, count) => sum + count, 0)
  return { claim: `never ${what}`, found: String(found), isKept: found === 0 }
}

/** Of every run, how much of one core those took who load the server. */
export function judgeLoad(cores: readonly number[]): Verdict {
  return atMost(LOAD_CORES_MAX, 'of a core for the busiest load generator', Math.max(...cores), 2)
}

const fractionOf = (value: number) => (Number.isInteger(value) ? 0 : 1)
