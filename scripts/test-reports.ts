/** How many passed, and a line for each failure: its file, its name, the first line of its error. */
export type Tally = { passed: number; failures: string[] }

type VitestReport = {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

type PlaywrightSuite = {
  file: string
  specs: {
    title: string
    tests: {
      projectName: string
      status: string
      results: { errors: PlaywrightError[] }[]
    }[]
  }[]
  suites?: PlaywrightSuite[]
}
type PlaywrightError = { message?: string }
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: PlaywrightError[] }

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

/** Skipped and flaky tests count as failed; so does an error outside any test. */
export function countPlaywright(json: string): Tally {
  const { suites, errors }: PlaywrightReport = JSON.parse(json)
  const results = suites.flatMap(listTests).concat(
    errors.map((error) => ({
      passed: false,
      line: toLine(['outside any test'], error.message ?? ''),
    })),
  )
  return tally(results)
}

type Result = { passed: boolean; line: string }

function listTests({ file, specs, suites = [] }: PlaywrightSuite): Result[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      passed: status === 'expected',
      line: toLine(
        [file, projectName, title],
        results.flatMap(({ errors }) => errors)[0]?.message ?? status,
      ),
    })),
  )
  return [...own, ...suites.flatMap(listTests)]
}

const toLine = (place: string[], reason: string): string =>
  `${place.join(' › ')}: ${reason.split('\n', 1)[0]}`

function tally(results: Result[]): Tally {
  const failures = results.filter(({ passed }) => !passed).map(({ line }) => line)
  // A runner that ran nothing has not shown that anything works.
  if (results.length === 0) failures.push('The runner ran no test.')
  return { passed: results.filter(({ passed }) => passed).length, failures }
}
