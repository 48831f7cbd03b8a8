import { expect, inject, test } from 'vitest'
import { bundleMutant, checkMutation } from '#test/mutants/mutation.ts'
import { runKills } from './kill-run.ts'
import { MUTANTS } from './mutants.ts'

const { seed, sizes, isFull } = inject('chaos')

/** Each mutant plays an evening on a killed server. A short run plays only one mutant. */
const PLAYED = isFull ? MUTANTS : MUTANTS.slice(0, 1)

test.each(MUTANTS)('R34 the fault of a room that $title fits the source', ({ mutation }) => {
  checkMutation(mutation)
})

test('R34 the bundle of the mutants is sound without a mutation', async () => {
  const run = await runKills({ seed, ...sizes.mutant, bundle: await bundleMutant({}) })
  expect(run.flaws).toEqual([])
})

test.each(PLAYED.filter(({ isSoundUnkilled }) => isSoundUnkilled))(
  'R34 a room that $title is sound until it is killed',
  async ({ mutation }) => {
    const bundle = await bundleMutant(mutation)
    const run = await runKills({ seed, ...sizes.mutant, kills: 0, bundle })
    expect(run.outagesMs).toEqual([])
    expect(run.flaws).toEqual([])
  },
)

test.each(PLAYED)('R34 a room that $title is caught', async ({ mutation, flaw }) => {
  const run = await runKills({ seed, ...sizes.mutant, bundle: await bundleMutant(mutation) })
  expect(run.flaws.map(({ kind }) => kind)).toContain(flaw)
})
