/** How much each chaos test does. Counts are of the whole test unless the name says otherwise. */
const QUICK = {
  kill: { kills: 20, messages: 5_000, people: 12, lostAcks: 0.01 },
  mutant: { kills: 5, messages: 500, people: 8, lostAcks: 0.05 },
}
export type Sizes = typeof QUICK

const FULL: Sizes = {
  kill: { kills: 300, messages: 150_000, people: 40, lostAcks: 0.01 },
  mutant: { kills: 20, messages: 4_000, people: 12, lostAcks: 0.05 },
}

export type ChaosSettings = { seed: string; sizes: Sizes }

/**
 * The one place that reads the environment: CHAOS_SIZE is `quick` (part of `npm test`) or `full`
 * (`npm run test:full`), CHAOS_SEED repeats the choices of an earlier run.
 */
export function readChaosSettings(
  { CHAOS_SIZE = 'quick', CHAOS_SEED } = process.env,
): ChaosSettings {
  if (CHAOS_SIZE !== 'quick' && CHAOS_SIZE !== 'full') {
    throw new Error(`CHAOS_SIZE is quick or full, not "${CHAOS_SIZE}".`)
  }
  const seed = CHAOS_SEED ?? String(Math.floor(Math.random() * 2 ** 32))
  return { seed, sizes: CHAOS_SIZE === 'full' ? FULL : QUICK }
}
