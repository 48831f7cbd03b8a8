import { vi } from 'vitest'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'

const SEEN = { timeout: WAIT_HANGS_AFTER_MS, interval: 10 }

/** Waits for what it finds. */
export const seen = <T>(look: () => Promise<T> | T) => vi.waitUntil(look, SEEN)
