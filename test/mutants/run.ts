import type { TestCase, Vitest } from 'vitest/node'
import { createVitest } from 'vitest/node'
import { inRoot, ROOT } from '#scripts/paths.ts'
import { UserError } from '#scripts/user-error.ts'
import type { Mutant } from './mutants.ts'
import { MUTANTS } from './mutants.ts'

/**
 * Switches off one defence at a time and runs the tests of its row. False if one of them survives, or
 * if its tests are red without it. `asked`: rows, and beginnings of paths; empty: all.
 */
export async function runMutants(asked: readonly string[] = []): Promise<boolean> {
  const isAsked = ({ row, file }: Mutant) =>
    asked.some((one) => one === row || (one.includes('/') && file.startsWith(one)))
  const wanted = asked.length === 0 ? MUTANTS : MUTANTS.filter(isAsked)
  if (wanted.length === 0) throw new UserError(`No mutant belongs to ${asked.join(', ')}.`)
  // One Vitest for all: to start one costs more than most of these tests.
  const project = ['worker', 'alone', 'exhaustive', 'node']
  const vitest = await createVitest('test', { root: ROOT, watch: false, reporters: [], project })
  await vitest.standalone()
  try {
    const sound = await runTests(vitest, [...new Set(wanted.map(({ test }) => test))])
    const red = sound.filter(isRed)
    for (const { fullName } of red) console.log(`✗ red without a mutant: ${fullName}`)
    let caught = 0
    for (const { row, fault, file, from, to, test } of wanted) {
      process.env.MUTATION = JSON.stringify({ [file]: [[from, to]] })
      vitest.invalidateFile(inRoot(file))
      const limitMs = toLimitMs(sound.filter(isOf(inRoot(test), row)))
      for (const { config } of vitest.projects) config.testTimeout = limitMs
      const isCaught = (await runTests(vitest, [test], row)).some(isRed)
      vitest.invalidateFile(inRoot(file))
      console.log(`${isCaught ? '✓' : '✗ survives:'} ${row} ${fault} (${file})`)
      caught += Number(isCaught)
    }
    console.log(`${caught} of ${wanted.length} mutants are caught.`)
    return caught === wanted.length && red.length === 0
  } finally {
    delete process.env.MUTATION
    await vitest.close()
  }
}

/** How often the time that the slowest of the tests takes without a mutant. */
const HANGS_AFTER_TIMES = 10
const HANGS_AFTER_AT_LEAST_MS = 5_000

/** A mutant may make a test wait for what never comes. That is red too, and need not take its usual limit. */
function toLimitMs(sound: readonly TestCase[]): number {
  const times = sound.map((test) => test.diagnostic()?.duration ?? 0)
  return Math.max(HANGS_AFTER_AT_LEAST_MS, HANGS_AFTER_TIMES * Math.max(...times))
}

const toPattern = (row: string) => new RegExp(`\\b${row} `)

const isOf =
  (moduleId: string, row: string) =>
  ({ module, fullName }: TestCase): boolean =>
    module.moduleId === moduleId && toPattern(row).test(fullName)

/** The tests that ran. A file that does not even load has none: it needs the red of a test. */
async function runTests(vitest: Vitest, files: string[], row?: string): Promise<TestCase[]> {
  vitest.setGlobalTestNamePattern(row ? toPattern(row) : /./)
  const specifications = await vitest.globTestSpecifications(files)
  const { testModules } = await vitest.runTestSpecifications(specifications)
  // The result also contains tests of other files from earlier runs.
  const asked = new Set(specifications.map(({ moduleId }) => moduleId))
  const ran = testModules
    .filter(({ moduleId }) => asked.has(moduleId))
    .flatMap(({ children }) => [...children.allTests()])
    .filter((test) => isRed(test) || stateOf(test) === 'passed')
  if (ran.length === 0) console.log(`No test of ${row ?? 'any row'} ran: ${files.join(', ')}`)
  return ran
}

const isRed = (test: TestCase) => stateOf(test) === 'failed'

function stateOf(test: TestCase): string {
  return test.result().state
}
