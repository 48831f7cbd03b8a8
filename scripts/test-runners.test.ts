import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './test-runners.ts'

test('the summary counts passed tests of Vitest’s report and names all others with their first error line', () => {
  const statuses = ['passed', 'failed', 'skipped', 'pending', 'todo']
  const assertionResults = statuses.map((status) => ({
    status,
    fullName: `is ${status}`,
    ...(status === 'failed' && { failureMessages: ['expected 1\nto be 2'] }),
  }))
  const broken = { status: 'failed', message: 'no such import', assertionResults: [] }
  const testResults = [
    { name: 'a.test.ts', status: 'passed', assertionResults },
    { name: 'b.test.ts', ...broken },
  ]
  expect(countVitest(JSON.stringify({ testResults }))).toEqual({
    passed: 1,
    failures: [
      'a.test.ts › is failed: expected 1',
      'a.test.ts › is skipped: skipped',
      'a.test.ts › is pending: pending',
      'a.test.ts › is todo: todo',
      'b.test.ts: no such import',
    ],
  })
})

test('the summary counts passed tests of Playwright’s report and names all others, flaky ones too', () => {
  const specs = ['expected', 'unexpected', 'skipped', 'flaky'].map((status) => ({
    title: `is ${status}`,
    tests: [
      {
        projectName: 'phone',
        status,
        results: [{ errors: status === 'unexpected' ? [{ message: 'late\nat 1' }] : [] }],
      },
    ],
  }))
  const file = 'b.spec.ts'
  const suites = [{ file, specs: [], suites: [{ file, specs }] }]
  expect(countPlaywright(JSON.stringify({ suites, errors: [{ message: 'no server' }] }))).toEqual({
    passed: 1,
    failures: [
      'b.spec.ts › phone › is unexpected: late',
      'b.spec.ts › phone › is skipped: skipped',
      'b.spec.ts › phone › is flaky: flaky',
      'outside any test: no server',
    ],
  })
})

test('a runner that ran nothing has failed', () => {
  const nothing = { passed: 0, failures: ['The runner ran no test.'] }
  expect(countVitest('{"testResults":[]}')).toEqual(nothing)
  expect(countPlaywright('{"suites":[],"errors":[]}')).toEqual(nothing)
})
