import { scryptSync } from 'node:crypto'

/** What one run costs: N = 2^`logN`, r, p. workerd refuses more than N·r·p = 2^20. */
export interface Cost {
  logN: number
  r: number
  p: number
}

export type Stretch = (password: string, salt: Uint8Array, cost: Cost) => Uint8Array

const HASH_BYTES = 32
/** scrypt needs 128·N·r bytes (32 MiB) and a little; its default allows exactly too little. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024

/** scrypt, 32 bytes of it. Holds the thread: at today's cost for 100 to 200 ms. */
export const stretch: Stretch = (password, salt, { logN, r, p }) =>
  scryptSync(password, salt, HASH_BYTES, { N: 2 ** logN, r, p, maxmem: MAX_MEMORY_BYTES })
