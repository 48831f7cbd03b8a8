import { vi } from 'vitest'

const SEEN = { timeout: 30_000, interval: 10 }

/** Waits for what it finds. */
export const seen = <T>(look: () => Promise<T> | T) => vi.waitUntil(look, SEEN)
