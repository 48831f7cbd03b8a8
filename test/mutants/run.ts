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
    const red = await findRed(vitest, [...new Set(wanted.map(({ test }) => test))])
    for (const title of red) console.log(`✗ red without a mutant: ${title}`)
    let caught = 0
    for (const { row, fault, file, from, to, test } of wanted) {
      process.env.MUTATION = JSON.stringify({ [file]: [[from, to]] })
      vitest.invalidateFile(inRoot(file))
      const isCaught = (await findRed(vitest, [test], row)).length > 0
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

/** Titles of red tests. A file that does not even load gives no title: it needs the red of a test. */
async function findRed(vitest: Vitest, files: string[], row?: string): Promise<string[]> {
  vitest.setGlobalTestNamePattern(row ? new RegExp(`\\b${row} `) : /./)
  const specifications = await vitest.globTestSpecifications(files)
  const { testModules } = await vitest.runTestSpecifications(specifications)
  // The result also contains tests of other files from earlier runs.
  const asked = new Set(specifications.map(({ moduleId }) => moduleId))
  const tests = testModules
    .filter(({ moduleId }) => asked.has(moduleId))
    .flatMap(({ children }) => [...children.allTests()])
  const ran = tests.filter((test) => stateOf(test) === 'passed' || stateOf(test) === 'failed')
  if (ran.length === 0) console.log(`No test of ${row ?? 'any row'} ran: ${files.join(', ')}`)
  return ran.filter((test) => stateOf(test) === 'failed').map(({ fullName }) => fullName)
}

function stateOf(test: TestCase): string {
  return test.result().state
}
