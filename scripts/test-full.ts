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

type Part = [
  name: string,
  command: [Tool, ...string[]],
  files: string[],
  env: Record<string, string>,
]

/** The parts of the run, of the files that have one of these words in their path. */
function plan(wanted: readonly string[]): Part[] {
  const list = (pattern: string): string[] =>
    globSync(pattern, { cwd: ROOT })
      .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
      .sort()
  const generated = (pattern: string): string[] =>
    list(pattern).filter((file) => readFileSync(inRoot(file), 'utf8').includes(GENERATED))
  const inVitest = (...projects: string[]): [Tool, ...string[]] => [
    'vitest',
    'run',
    ...projects.map((project) => `--project=${project}`),
  ]
  const full = { TEST_SIZE: 'full' }
  const parts: Part[] = [
    ['chaos', inVitest('chaos'), list('test/chaos/*.test.ts'), { CHAOS_SIZE: 'full' }],
    [
      'generated cases in workerd',
      inVitest('worker', 'alone', 'exhaustive'),
      generated('worker/**/*.test.ts'),
      full,
    ],
    ['generated cases in Node', inVitest('node'), generated('{contract,web}/**/*.test.ts'), full],
    ['beside an earlier room', inVitest('evening'), list('test/evening/evening.test.ts'), full],
    ['browser', ['playwright', 'test'], list('test/{e2e,screens}/*.spec.ts'), { SCREENS: 'all' }],
  ]
  return parts.filter(([, , files]) => files.length > 0)
}

/**
 * Runs the chaos tests at their full size, the tests that generate their cases with as many as
 * docs/security.md names, evenings beside an earlier room, every browser test on both screens, and the
 * mutants. A red part does not end the run. Prints the measurements and the result of each part at the end.
 */
export async function testFull(wanted: string[]): Promise<boolean> {
  const parts = plan(wanted)
  const wantsMutants = wanted.length === 0 || wanted.includes('mutants')
  if (parts.length === 0 && !wantsMutants)
    throw new UserError('No test of the full run is called that.')
  process.stdout.write(await buildApp())
  const ends: { isGreen: boolean; text: string }[] = []
  const note = async (name: string, run: () => Promise<boolean>): Promise<void> => {
    const startedAt = performance.now()
    const isGreen = await run()
    const minutes = Math.ceil((performance.now() - startedAt) / 60_000)
    ends.push({ isGreen, text: `${isGreen ? '✓' : '✗'} ${name}, ${minutes} min` })
  }
  for (const [name, [tool, ...args], files, env] of parts) {
    await note(name, async () => {
      const { code } = await runTool(tool, [...args, ...files], { live: true, env })
      return code === 0
    })
  }
  if (wantsMutants) await note('mutants', runMutants)
  process.stdout.write(`\n${[...readFigures(), ...ends.map(({ text }) => text)].join('\n')}\n`)
  return ends.every(({ isGreen }) => isGreen)
}
