import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import type { Tool } from './paths.ts'
import { inRoot } from './paths.ts'
import { runTool } from './run-tool.ts'

/** How many passed, and a line for each failure: its file, its name, the first line of its error. */
export type Tally = { passed: number; failures: string[] }

export const toReport = (name: string): string => inRoot(`test-results/${name}.json`)

/** Prints the output as it comes, or with `live` false whole at the end. */
export function runVitest(args: string[], name: string, live = true): Promise<Tally> {
  const reporters = ['--reporter=default', '--reporter=json']
  const all = ['run', ...args, ...reporters, `--outputFile.json=${toReport(name)}`]
  return runAndCount('vitest', all, name, countVitest, { live })
}

export function runPlaywright(env: Record<string, string>): Promise<Tally> {
  return runAndCount('playwright', ['test'], 'playwright', countPlaywright, { live: true, env })
}

async function runAndCount(
  tool: Tool,
  args: string[],
  name: string,
  count: (report: string) => Tally,
  options: { live: boolean; env?: Record<string, string> },
): Promise<Tally> {
  const report = toReport(name)
  mkdirSync(inRoot('test-results'), { recursive: true })
  rmSync(report, { force: true })
  const { code, output } = await runTool(tool, args, options)
  if (!options.live) console.log(output)
  const tally = count(readFileSync(report, 'utf8'))
  // An error outside any test (a hook, a server that would not start) shows in the exit code alone.
  if (code !== 0 && tally.failures.length === 0) {
    tally.failures.push(`${tool} ended with ${code}, and no test of it failed.`)
  }
  return tally
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** Skipped tests count as failed; so does a file that broke before its first test. */
export function countVitest(json: string): Tally {
  const { testResults }: VitestReport = JSON.parse(json)
  const results = testResults.flatMap(({ name, status, message, assertionResults }) =>
    assertionResults.length > 0
      ? assertionResults.map((test) => ({
          passed: test.status === 'passed',
          line: toLine([name, test.fullName], test.failureMessages?.[0] ?? test.status),
        }))
      : [{ passed: status === 'passed', line: toLine([name], message ?? status) }],
  )
  return tally(results)
}

type PlaywrightError = { message?: string }
interface PlaywrightSuite {
  file: string
  specs: {
    title: string
    tests: { projectName: string; status: string; results: { errors: PlaywrightError[] }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

/** Skipped and flaky tests count as failed; so does an error outside any test. */
export function countPlaywright(json: string): Tally {
  const report: { suites: PlaywrightSuite[]; errors: PlaywrightError[] } = JSON.parse(json)
  const outside = report.errors.map(({ message = '' }) => ({
    passed: false,
    line: toLine(['outside any test'], message),
  }))
  return tally([...report.suites.flatMap(listTests), ...outside])
}

type Result = { passed: boolean; line: string }

function listTests({ file, specs, suites = [] }: PlaywrightSuite): Result[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => {
      const [error] = results.flatMap(({ errors }) => errors)
      const line = toLine([file, projectName, title], error?.message ?? status)
      return { passed: status === 'expected', line }
    }),
  )
  return [...own, ...suites.flatMap(listTests)]
}

const toLine = (place: string[], reason: string): string =>
  `${place.join(' › ')}: ${reason.split('\n', 1)[0]}`

function tally(results: Result[]): Tally {
  const failures = results.filter(({ passed }) => !passed).map(({ line }) => line)
  const passed = results.length - failures.length
  // A runner that ran nothing has not shown that anything works.
  return { passed, failures: results.length === 0 ? ['The runner ran no test.'] : failures }
}
