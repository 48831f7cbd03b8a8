import { pathToFileURL } from 'node:url'
import { findMissingBuilds, findRegistryAddresses } from './lockfile.ts'
import type { Outcome } from './run-tool.ts'
import { runTool } from './run-tool.ts'

export type CheckResult = { name: string; passed: boolean; output: string }

const STEPS: { name: string; run: () => Promise<Pick<Outcome, 'code' | 'output'>> }[] = [
  {
    name: 'lint and format',
    run: () => runTool('biome', ['ci', '--colors=off', '--max-diagnostics=200', '.']),
  },
  ...['contract', 'worker', 'web', 'node'].map((world) => ({
    name: `types of ${world}`,
    run: () => runTool('tsc', ['--noEmit', '--pretty', 'false', '-p', `tsconfig.${world}.json`]),
  })),
  {
    name: 'worker/env.d.ts fits wrangler.toml',
    run: () => runTool('wrangler', ['types', 'worker/env.d.ts', '--check']),
  },
  {
    name: 'the lock file names no registry',
    run: async () => {
      const addresses = findRegistryAddresses()
      return { code: addresses.length === 0 ? 0 : 1, output: addresses.join('\n') }
    },
  },
  {
    name: 'the lock file holds the builds for every system (npm run fix adds them)',
    run: async () => {
      const missing = findMissingBuilds().map(({ name, version }) => `${name} ${version}`)
      return { code: missing.length === 0 ? 0 : 1, output: missing.join('\n') }
    },
  },
]

/** Runs every step, two at a time, and changes nothing. */
export async function runChecks(): Promise<CheckResult[]> {
  const waiting = [...STEPS]
  const results: CheckResult[] = []
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { code, output } = await step.run()
      const passed = code === 0
      console.log(`${passed ? '✓' : '✗'} ${step.name}`)
      if (!passed) console.log(output.trimEnd())
      results.push({ name: step.name, passed, output })
    }
  }
  await Promise.all([work(), work()])
  return results
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const failed = (await runChecks()).filter(({ passed }) => !passed)
  process.exitCode = failed.length === 0 ? 0 : 1
}
