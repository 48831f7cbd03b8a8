export type Tally = { passed: number; failed: number }

type VitestReport = {
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Skipped tests count as failed; so does a file that broke before its first test. */
export function countVitest(json: string): Tally {
  const { testResults }: VitestReport = JSON.parse(json)
  const statuses = testResults.flatMap(({ status, assertionResults }) =>
    assertionResults.length > 0 ? assertionResults.map((result) => result.status) : [status],
  )
  const passed = statuses.filter((status) => status === 'passed').length
  return atLeastOne({ passed, failed: statuses.length - passed })
}

/** Skipped and flaky tests count as failed; so does an error outside any test. */
export function countPlaywright(json: string): Tally {
  const { stats, errors }: PlaywrightReport = JSON.parse(json)
  return atLeastOne({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
  })
}

// A runner that ran nothing has not shown that anything works.
const atLeastOne = (tally: Tally): Tally =>
  tally.passed + tally.failed === 0 ? { passed: 0, failed: 1 } : tally
