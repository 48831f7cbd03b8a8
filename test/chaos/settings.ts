import type { TestProject } from 'vitest/node'
import { clearFigures } from './figures.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chaos: ChaosSettings
  }
}

/** How much each chaos test does. Counts are of the whole test unless the name says otherwise. */
const QUICK = {
  /** Of one test; a run that takes longer has failed. */
  timeoutMs: 60_000,
  /** How many times longer than its row says a return may take: a shared machine stalls. */
  patience: 10,
  /** Each of so many evenings, which must be over before a phone in a pocket counts as offline. */
  kill: { evenings: 1, kills: 12, messages: 3_000, people: 12, lostAcks: 0.01 },
  mutant: { kills: 3, messages: 300, people: 6, lostAcks: 0.1 },
  delivery: { messages: 2_000, people: 10, tabs: 3 },
  lostAcks: { messages: 500, people: 8, lost: 0.3 },
  storm: { people: 100 },
  /** Of each of so many evenings at once; `messages` are acknowledged before each deploy. */
  deploys: { evenings: 3, deploys: 1, people: 6, messages: 100, backPart: 0.5 },
  /** The attack meets limits that are so many times smaller. */
  identities: { creations: 200, divided: 10 },
  drops: { drops: 150, people: 8 },
  gone: { faults: ['RST', 'FIN', 'half-close to the server'] },
  ignoredClose: { frames: 500 },
  /** `messages` are acknowledged before each pause. */
  pauses: { pauses: 4, shortestMs: 200, longestMs: 1_500, people: 8, messages: 200 },
  storage: { people: 8 },
  /** The back-off of the room and its patience with D1 are shortened as much as the time. */
  databaseAway: { people: 8, awayMs: 2_000, shortened: 10 },
  /** A few samples on a busy machine say something of the middle, not of the worst. */
  flood: { flooders: 8, seconds: 3, ackPart: 0.5 },
  oversized: { people: 2, ackPart: 0.5 },
  compressed: { people: 10, ackPart: 0.5 },
  ownData: { messages: 40_000, ackPart: 0.5 },
  hostile: { requests: 400, frames: 80 },
  /** So many that more frames wait than may, however many messages share one; before, some are read. */
  slowReader: { read: 3_000, messages: 3_000, growthMiB: 40 },
  /** A check of a password costs `p` of scrypt. */
  logins: { p: 1, atOnce: 40, ackPart: 0.5 },
  /** Of known and of unknown emails each. A cheap check hides less of what else takes its time. */
  loginTimes: { p: 1, samples: 12 },
}
type Sizes = typeof QUICK

const FULL: Sizes = {
  timeoutMs: 1_800_000,
  patience: 1,
  kill: { evenings: 4, kills: 100, messages: 40_000, people: 24, lostAcks: 0.01 },
  mutant: { kills: 20, messages: 4_000, people: 12, lostAcks: 0.05 },
  delivery: { messages: 100_000, people: 60, tabs: 3 },
  lostAcks: { messages: 20_000, people: 20, lost: 0.3 },
  storm: { people: 1_000 },
  deploys: { evenings: 5, deploys: 10, people: 20, messages: 1_000, backPart: 0.99 },
  identities: { creations: 20_000, divided: 1 },
  drops: { drops: 10_000, people: 30 },
  gone: { faults: ['RST', 'FIN', 'half-close to the server', 'a black hole'] },
  ignoredClose: { frames: 10_000 },
  pauses: { pauses: 4, shortestMs: 15_000, longestMs: 60_000, people: 20, messages: 5_000 },
  storage: { people: 20 },
  databaseAway: { people: 20, awayMs: 90_000, shortened: 1 },
  flood: { flooders: 8, seconds: 60, ackPart: 0.99 },
  oversized: { people: 20, ackPart: 0.99 },
  compressed: { people: 30, ackPart: 0.99 },
  ownData: { messages: 100_000, ackPart: 0.99 },
  hostile: { requests: 20_000, frames: 2_000 },
  slowReader: { read: 20_000, messages: 100_000, growthMiB: 20 },
  logins: { p: 3, atOnce: 500, ackPart: 0.99 },
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
