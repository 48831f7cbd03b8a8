import { globSync, readFileSync } from 'node:fs'
import { readFigures } from '#test/chaos/figures.ts'
import { runMutants } from '#test/mutants/run.ts'
import { buildApp } from './build.ts'
import type { Tool } from './paths.ts'
import { inRoot, ROOT } from './paths.ts'
import { runTool } from './run-tool.ts'
import { UserError } from './user-error.ts'

/** Tests that ask this module how many cases to generate. */
const GENERATED = '#test/worker/runs.ts'

type Part = [name: string, run: () => Promise<boolean>]

/**
 * Returns the stages: they run one after another, the parts of a stage at once. With `wanted`, only files
 * that have one of these words in their path. No part takes a mutant for the source: the mutants, which run
 * beside them, name theirs in the environment of this process.
 */
function plan(wanted: readonly string[]): Part[][] {
  const list = (pattern: string): string[] =>
    globSync(pattern, { cwd: ROOT })
      .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
      .sort()
  const generated = (pattern: string): string[] =>
    list(pattern).filter((file) => readFileSync(inRoot(file), 'utf8').includes(GENERATED))
  const toParts = (
    name: string,
    [tool, ...args]: [Tool, ...string[]],
    files: string[],
    env: Record<string, string>,
  ): Part[] => {
    const run = async () =>
      (await runTool(tool, [...args, ...files], { live: true, env: { ...env, MUTATION: '' } }))
        .code === 0
    return files.length > 0 ? [[name, run]] : []
  }
  const inVitest = (...projects: string[]): [Tool, ...string[]] => [
    'vitest',
    'run',
    ...projects.map((project) => `--project=${project}`),
  ]
  const full = { TEST_SIZE: 'full' }
  const stages: Part[][] = [
    toParts('chaos', inVitest('chaos'), list('test/chaos/*.test.ts'), { CHAOS_SIZE: 'full' }),
    [
      ...toParts(
        'generated cases in workerd',
        inVitest('worker', 'alone', 'exhaustive'),
        generated('worker/**/*.test.ts'),
        full,
      ),
      ...toParts(
        'generated cases in Node',
        inVitest('node'),
        generated('{contract,web}/**/*.test.ts'),
        full,
      ),
      ...toParts(
        'beside an earlier room',
        inVitest('evening'),
        list('test/evening/evening.test.ts'),
        full,
      ),
    ],
    toParts('browser', ['playwright', 'test'], list('test/{e2e,screens}/*.spec.ts'), {
      SCREENS: 'all',
    }),
  ]
  return stages.filter((parts) => parts.length > 0)
}

/**
 * Runs the chaos tests at their full size, the tests that generate their cases with as many as
 * docs/security.md names, evenings beside an earlier room, every browser test on both screens, and the
 * mutants. A red part does not end the run. Prints the measurements and the result of each part at the end.
 */
export async function testFull(wanted: string[]): Promise<boolean> {
  const stages = plan(wanted)
  const wantsMutants = wanted.length === 0 || wanted.includes('mutants')
  if (stages.length === 0 && !wantsMutants)
    throw new UserError('No test of the full run is called that.')
  process.stdout.write(await buildApp())
  const ends: { isGreen: boolean; text: string }[] = []
  const note = async ([name, run]: Part): Promise<void> => {
    const startedAt = performance.now()
    const isGreen = await run()
    const minutes = Math.ceil((performance.now() - startedAt) / 60_000)
    ends.push({ isGreen, text: `${isGreen ? '✓' : '✗'} ${name}, ${minutes} min` })
  }
  // They mostly wait, and take as long as all else.
  const mutants = wantsMutants && note(['mutants', runMutants])
  for (const parts of stages) await Promise.all(parts.map(note))
  await mutants
  process.stdout.write(`\n${[...readFigures(), ...ends.map(({ text }) => text)].join('\n')}\n`)
  return ends.every(({ isGreen }) => isGreen)
}
