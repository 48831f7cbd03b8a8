/** How many passed, and lines of a file, a test's name and the first line of its error. */
export type Tally = {
  passed: number
  /** They passed at the second try, and count as passed. */
  flaky: string[]
  failures: string[]
}

type VitestReport = {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: VitestTest[]
  }[]
}
type VitestTest = { status: string; fullName: string; failureMessages?: string[] }

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
          outcome: toOutcome(test),
          line: toLine([name, test.fullName], test.failureMessages?.[0] ?? test.status),
        }))
      : [{ outcome: toOutcome({ status }), line: toLine([name], message ?? status) }],
  )
  return tally(results)
}

/** An error stays in the report of a test that passed at its second try. */
function toOutcome({ status, failureMessages = [] }: Partial<VitestTest>): Outcome {
  if (status !== 'passed') return 'failed'
  return failureMessages.length > 0 ? 'flaky' : 'passed'
}

/** Skipped tests count as failed; so does an error outside any test. */
export function countPlaywright(json: string): Tally {
  const { suites, errors }: PlaywrightReport = JSON.parse(json)
  const results = suites.flatMap(listTests).concat(
    errors.map((error) => ({
      outcome: 'failed' as Outcome,
      line: toLine(['outside any test'], error.message ?? ''),
    })),
  )
  return tally(results)
}

type Outcome = 'passed' | 'flaky' | 'failed'
type Result = { outcome: Outcome; line: string }

function listTests({ file, specs, suites = [] }: PlaywrightSuite): Result[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      outcome: PLAYWRIGHT_OUTCOMES[status] ?? 'failed',
      line: toLine(
        [file, projectName, title],
        results.flatMap(({ errors }) => errors)[0]?.message ?? status,
      ),
    })),
  )
  return [...own, ...suites.flatMap(listTests)]
}

const PLAYWRIGHT_OUTCOMES: Record<string, Outcome> = { expected: 'passed', flaky: 'flaky' }

const toLine = (place: string[], reason: string): string =>
  `${place.join(' › ')}: ${reason.split('\n', 1)[0]}`

function tally(results: Result[]): Tally {
  const linesOf = (wanted: Outcome) =>
    results.filter(({ outcome }) => outcome === wanted).map(({ line }) => line)
  const [flaky, failures] = [linesOf('flaky'), linesOf('failed')]
  // A runner that ran nothing has not shown that anything works.
  if (results.length === 0) failures.push('The runner ran no test.')
  return { passed: results.filter(({ outcome }) => outcome !== 'failed').length, flaky, failures }
}
