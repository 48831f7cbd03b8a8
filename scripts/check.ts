import { findFaultsOfLockFiles } from './lockfile.ts'
import type { Outcome } from './run-tool.ts'
import { runTool } from './run-tool.ts'
import type { Tally } from './test-runners.ts'

type Step = { name: string; run: () => Promise<Pick<Outcome, 'code' | 'output'>> }

/** The longest step comes first, because two run at a time. The compiler's own threads take 70 % more CPU. */
const STEPS: Step[] = [
  {
    name: 'lint and format',
    run: () => runTool('biome', ['ci', '--colors=off', '--max-diagnostics=200', '.']),
  },
  ...['node', 'worker', 'web', 'contract'].map((project) => ({
    name: `types of ${project}`,
    run: () =>
      runTool('tsc', ['--singleThreaded', '--pretty', 'false', '-p', `tsconfig.${project}.json`]),
  })),
  {
    name: 'no file, export or package without use',
    run: () => runTool('knip', ['--no-progress', '--no-config-hints']),
  },
  {
    name: 'worker/env.d.ts fits wrangler.toml',
    run: () => runTool('wrangler', ['types', 'worker/env.d.ts', '--check']),
  },
  {
    name: 'the lock files install from any mirror on every system (`npm install` completes them)',
    run: async () => toOutcome(findFaultsOfLockFiles()),
  },
]

const toOutcome = (faults: readonly string[]) => ({
  code: faults.length === 0 ? 0 : 1,
  output: faults.join('\n'),
})

/** Runs every step, two at a time. Changes no file of the project. */
export async function runChecks(): Promise<Tally> {
  const waiting = [...STEPS]
  const failures: string[] = []
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { code, output } = await step.run()
      console.log(`${code === 0 ? '✓' : '✗'} ${step.name}`)
      if (code === 0) continue
      console.log(output.trimEnd())
      failures.push(step.name)
    }
  }
  await Promise.all([work(), work()])
  return { passed: STEPS.length - failures.length, failures }
}
