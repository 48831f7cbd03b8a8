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
async function runPart(title: string, run: () => Promise<Tally>): Promise<Tally> {
  console.log(`\n── ${title}`)
  try {
    return await run()
  } catch (error) {
    const text = explain(error) ?? String(error)
    console.log(text)
    return { passed: 0, failures: [`${title}: ${text}`] }
  }
}

async function runRunner(
  tool: Tool,
  args: string[],
  report: string,
  {
    count,
    live = true,
    env = {},
  }: { count: (report: string) => Tally; live?: boolean; env?: Record<string, string> },
): Promise<Tally> {
  rmSync(report, { force: true })
  const { code, output } = await runTool(tool, args, { live, env })
  if (!live) console.log(output)
  const tally = count(readFileSync(report, 'utf8'))
  // An error outside any test (a hook, a server that would not start) shows in the exit code alone.
  if (code !== 0 && tally.failures.length === 0) {
    tally.failures.push(`${tool} ended with ${code}, and no test of it failed.`)
  }
  return tally
}

function runVitest(projects: string[], name: string, live = true): Promise<Tally> {
  const report = `${REPORTS}/${name}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', ...projects.map((project) => `--project=${project}`), ...reporters]
  return runRunner('vitest', args, report, { count: countVitest, live })
}

type Part = [title: string, run: () => Promise<Tally>]

const CHECK: Part = [
  'check',
  async () => {
    const results = await runChecks()
    const failures = results.filter(({ passed }) => !passed).map(({ name }) => name)
    return { passed: results.length - failures.length, failures }
  },
]

const BUILD: Part = [
  'build',
  async () => {
    console.log((await buildApp()).trim())
    return { passed: 1, failures: [] }
  },
]

const TESTS: Part = [
  'tests in workerd, in Node and against the build',
  () => runVitest(['!engines', '!chaos', '!full'], 'vitest'),
]

const BROWSER: Part = [
  'tests in a browser',
  () => {
    ensureChromium()
    const report = `${REPORTS}/playwright.json`
    // What differs from another test by its words alone is the full run's.
    const env = { SCREENS: 'short' }
    return runRunner('playwright', ['test'], report, { count: countPlaywright, env })
  },
]

const CHAOS: Part = ['chaos', () => runVitest(['chaos'], 'chaos', false)]

const ENGINES: Part = ['the evening in Firefox and WebKit', () => runEngines(false)]

/** Stages run one after another; the lists of a stage run at once. */
const STAGES: Part[][][] = [
  [[CHECK], [BUILD]],
  // Chaos and the other engines mostly wait. Their output comes whole.
  [[TESTS], [ENGINES]],
  [[BROWSER], [CHAOS]],
]

mkdirSync(REPORTS, { recursive: true })
const total: Tally = { passed: 0, failures: [] }
async function runInOrder(parts: Part[]): Promise<void> {
  for (const [title, run] of parts) {
    const { passed, failures } = await runPart(title, run)
    total.passed += passed
    total.failures.push(...failures)
  }
}
for (const lists of STAGES) {
  const before = total.failures.length
  await Promise.all(lists.map(runInOrder))
  // What follows would test an older build.
  if (lists.flat().includes(BUILD) && total.failures.length > before) break
}
const { passed, failures } = total
process.exitCode = failures.length === 0 ? 0 : 1
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
console.log(`\n${describeEngines()}\n${passed} passed, ${failures.length} failed`)
