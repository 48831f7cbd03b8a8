import { expect, inject } from 'vitest'

/**
 * Judges a time in the full run, which has the machine for itself. The short run shares it with others:
 * its times are figures alone.
 */
export function expectWithin(ms: number, mostMs: number): void {
  if (inject('chaos').isFull) expect(ms).toBeLessThanOrEqual(mostMs)
}
