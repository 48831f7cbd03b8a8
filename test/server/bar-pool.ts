import { mkdirSync } from 'node:fs'
import type { BarRow } from '#scripts/bar-rows.ts'
import { makeBarIds } from './bar-ids.ts'

export type TestBar = Pick<BarRow, 'id' | 'name'>

export const POOL_SIZE = 200

/** The bars of every test database: there from the start, so that a test needs no administrator. */
export const POOL: readonly BarRow[] = makeBarIds('TES', POOL_SIZE).map((id, index) => ({
  id,
  name: `Bar do Teste ${index + 1}`,
  address: 'Rua Augusta',
  number: String(index + 1),
  city: 'São Paulo',
  state: 'SP',
}))

/** Gives a bar that no other test on this state has had. */
export const takeBar = (stateDir: string): TestBar => takeFree(stateDir, POOL, ({ id }) => id)

/** Takes the first free item on this state. Safe across processes. */
export function takeFree<T>(stateDir: string, pool: readonly T[], toName: (one: T) => string): T {
  mkdirSync(`${stateDir}/taken`, { recursive: true })
  for (const one of pool) {
    try {
      mkdirSync(`${stateDir}/taken/${toName(one)}`)
      return one
    } catch {
      // Taken already: making a folder that exists is the one atomic test-and-set of a file system.
    }
  }
  throw new Error(`All ${POOL_SIZE} of the pool are taken: raise POOL_SIZE.`)
}
