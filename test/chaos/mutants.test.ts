import { expect, inject, test } from 'vitest'
import { bundleMutant } from '#test/mutants/mutation.ts'
import { runKills } from './kill-run.ts'
import { MUTANTS } from './mutants.ts'

const { seed, sizes } = inject('chaos')

test('R34 the bundle of the mutants is sound without a mutation', async () => {
  const run = await runKills({ seed, ...sizes.mutant, bundle: await bundleMutant({}) })
  expect(run.flaws).toEqual([])
})

test.each(MUTANTS.filter(({ isSoundUnkilled }) => isSoundUnkilled))(
  'R34 a room that $title is sound until it is killed',
  async ({ mutation }) => {
    const bundle = await bundleMutant(mutation)
    const run = await runKills({ seed, ...sizes.mutant, kills: 0, bundle })
    expect(run.kills).toBe(0)
    expect(run.flaws).toEqual([])
  },
)

test.each(MUTANTS)('R34 a room that $title is caught', async ({ mutation, flaw }) => {
  const run = await runKills({ seed, ...sizes.mutant, bundle: await bundleMutant(mutation) })
  expect(run.flaws.map(({ kind }) => kind)).toContain(flaw)
})
