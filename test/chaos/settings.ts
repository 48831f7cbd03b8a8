import type { TestProject } from 'vitest/node'
import { FULL_TEST_HANGS_AFTER_MS, TEST_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import { clearFigures } from './figures.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chaos: ChaosSettings
  }
}

/** How much each chaos test does. Counts are of the whole test unless the name says otherwise. */
const QUICK = {
  timeoutMs: TEST_HANGS_AFTER_MS,
  /** The counts are for each evening. */
  kill: { evenings: 1, kills: 6, messages: 1_500, people: 12, lostAcks: 0.01 },
  mutant: { kills: 3, messages: 300, people: 6, lostAcks: 0.1 },
  delivery: { messages: 1_000, people: 10, tabs: 3 },
  lostAcks: { messages: 500, people: 8, lost: 0.3 },
  storm: { people: 100 },
  /** The counts are for each of the concurrent evenings; `messages` are acknowledged before each deploy. */
  deploys: { evenings: 3, deploys: 1, people: 6, messages: 100 },
  /** The attack meets limits divided by `divided`. */
  identities: { creations: 200, divided: 10 },
  drops: { drops: 150, people: 8 },
  gone: { faults: ['RST', 'FIN', 'half-close to the server'] },
  ignoredClose: { frames: 500 },
  /** `messages` are acknowledged before each pause. */
  pauses: { pauses: 4, shortestMs: 200, longestMs: 1_500, people: 8, messages: 200 },
  storage: { people: 8 },
  /** In each round two people come and one of them leaves. The room's patience with D1 is shortened. */
  databaseAway: { people: 8, rounds: 8, shortened: 10 },
  /** Each flooder sends this many frames, and goes on until the room closes it as misbehaved. */
  flood: { flooders: 8, frames: 3_000 },
  oversized: { people: 2 },
  compressed: { people: 10 },
  ownData: { messages: 40_000 },
  hostile: { requests: 400, frames: 80 },
  /** `read` messages are read first. `messages` exceed the waiting frames allowed, however they are batched. */
  slowReader: { read: 3_000, messages: 3_000, growthMiB: 40 },
  /** A check of a password costs `p` of scrypt. */
  logins: { p: 1, atOnce: 40 },
  /** Samples for each kind of email, known and unknown. Cheap checks hide less of other differences in time. */
  loginTimes: { p: 1, samples: 16 },
}
type Sizes = typeof QUICK

const FULL: Sizes = {
  timeoutMs: FULL_TEST_HANGS_AFTER_MS,
  kill: { evenings: 4, kills: 100, messages: 40_000, people: 24, lostAcks: 0.01 },
  mutant: { kills: 20, messages: 4_000, people: 12, lostAcks: 0.05 },
  delivery: { messages: 100_000, people: 60, tabs: 3 },
  lostAcks: { messages: 20_000, people: 20, lost: 0.3 },
  storm: { people: 1_000 },
  deploys: { evenings: 5, deploys: 10, people: 20, messages: 1_000 },
  identities: { creations: 20_000, divided: 1 },
  drops: { drops: 10_000, people: 30 },
  gone: { faults: ['RST', 'FIN', 'half-close to the server', 'a black hole'] },
  ignoredClose: { frames: 10_000 },
  pauses: { pauses: 4, shortestMs: 15_000, longestMs: 60_000, people: 20, messages: 5_000 },
  storage: { people: 20 },
  databaseAway: { people: 20, rounds: 360, shortened: 1 },
  flood: { flooders: 8, frames: 70_000 },
  oversized: { people: 20 },
  compressed: { people: 30 },
  ownData: { messages: 100_000 },
  hostile: { requests: 20_000, frames: 2_000 },
  slowReader: { read: 20_000, messages: 100_000, growthMiB: 20 },
  logins: { p: 3, atOnce: 500 },
  loginTimes: { p: 1, samples: 2_000 },
}

type ChaosSettings = { seed: string; sizes: Sizes; isFull: boolean }

/**
 * The one place that reads the environment: CHAOS_SIZE is `quick` (part of `npm test`) or `full`
 * (`npm run test:full`), CHAOS_SEED repeats the choices of an earlier run. Without it the full size
 * makes new choices each time, and the quick one always the same.
 */
export function readChaosSettings(
  { CHAOS_SIZE = 'quick', CHAOS_SEED } = process.env,
): ChaosSettings {
  if (CHAOS_SIZE !== 'quick' && CHAOS_SIZE !== 'full') {
    throw new Error(`CHAOS_SIZE is quick or full, not "${CHAOS_SIZE}".`)
  }
  const isFull = CHAOS_SIZE === 'full'
  const seed = CHAOS_SEED ?? (isFull ? String(Math.floor(Math.random() * 2 ** 32)) : 'quick')
  return { seed, isFull, sizes: isFull ? FULL : QUICK }
}

/** One seed for all files of a run, printed so that the run can be repeated. */
export function setup({ provide }: TestProject): void {
  const settings = readChaosSettings()
  provide('chaos', settings)
  clearFigures()
  process.stdout.write(`Chaos seed ${settings.seed} (CHAOS_SEED repeats its choices)\n`)
}
