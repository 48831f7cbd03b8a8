import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { describeEngines, runEngines } from '#test/engines/run.ts'
import { buildApp } from './build.ts'
import { runChecks } from './check.ts'
import { ensureChromium } from './chromium.ts'
import type { Tool } from './paths.ts'
import { inRoot } from './paths.ts'
import { runTool } from './run-tool.ts'
import type { Tally } from './test-reports.ts'
import { countPlaywright, countVitest } from './test-reports.ts'
import { explain } from './user-error.ts'

const REPORTS = inRoot('test-results')

/** A part that throws, or whose report is missing, is one failure: silence never counts as success. */
async function runPart(title: string, part: () => Promise<Tally>): Promise<Tally> {
  console.log(`\n── ${title}`)
  try {
    return await part()
  } catch (error) {
    console.log(explain(error) ?? error)
    return { passed: 0, failed: 1 }
  }
}

async function runRunner(
  tool: Tool,
  args: string[],
  report: string,
  count: (report: string) => Tally,
): Promise<Tally> {
  rmSync(report, { force: true })
  const { code } = await runTool(tool, args, { live: true })
  const tally = count(readFileSync(report, 'utf8'))
  // An error outside any test (a hook, a server that would not start) shows in the exit code alone.
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

const PARTS: [title: string, part: () => Promise<Tally>][] = [
  [
    'check',
    async () => {
      const results = await runChecks()
      const failed = results.filter(({ passed }) => !passed).length
      return { passed: results.length - failed, failed }
    },
  ],
  [
    'build',
    async () => {
      console.log((await buildApp()).trim())
      return { passed: 1, failed: 0 }
    },
  ],
  [
    'tests in workerd, in Node and against the build',
    () =>
      runRunner(
        'vitest',
        [
          'run',
          '--project=!engines',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${REPORTS}/vitest.json`,
        ],
        `${REPORTS}/vitest.json`,
        countVitest,
      ),
  ],
  [
    'tests in a browser',
    () => {
      ensureChromium()
      return runRunner('playwright', ['test'], `${REPORTS}/playwright.json`, countPlaywright)
    },
  ],
  ['the evening in Firefox and WebKit', runEngines],
]

mkdirSync(REPORTS, { recursive: true })
const total = { passed: 0, failed: 0 }
for (const [title, part] of PARTS) {
  const { passed, failed } = await runPart(title, part)
  total.passed += passed
  total.failed += failed
}
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\n${describeEngines()}\n${total.passed} passed, ${total.failed} failed`)
