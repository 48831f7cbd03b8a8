import { mkdirSync } from 'node:fs'
import type { BarRow } from '#scripts/bar-rows.ts'
import { makeBarIds } from './bar-ids.ts'

export type TestBar = { id: string; name: string }

const POOL_SIZE = 200

/** The bars of every test database: there from the start, so that a test needs no administrator. */
export const POOL: readonly BarRow[] = makeBarIds('TES', POOL_SIZE).map((id, index) => ({
  id,
  name: `Bar do Teste ${index + 1}`,
  address: 'Rua Augusta',
  number: String(index + 1),
  city: 'São Paulo',
  state: 'SP',
}))

/** Gives a bar that no other test on this state has had. Safe across processes. */
export function takeBar(stateDir: string): TestBar {
  mkdirSync(`${stateDir}/taken`, { recursive: true })
  for (const { id, name } of POOL) {
    try {
      mkdirSync(`${stateDir}/taken/${id}`)
      return { id, name }
    } catch {
      // Taken already: making a folder that exists is the one atomic test-and-set of a file system.
    }
  }
  throw new Error(`All ${POOL_SIZE} test bars are taken: raise POOL_SIZE.`)
}
