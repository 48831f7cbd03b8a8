import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './test-reports.ts'

const vitest = (...statuses: string[]): string =>
  JSON.stringify({
    testResults: [
      {
        name: 'a.test.ts',
        status: 'passed',
        assertionResults: statuses.map((status, index) => ({
          status,
          fullName: `test ${index}`,
          ...(status === 'failed' && { failureMessages: ['expected 1\nto be 2'] }),
        })),
      },
    ],
  })
const playwright = (statuses: string[], errors: { message?: string }[] = []): string =>
  JSON.stringify({
    suites: [
      {
        file: 'b.spec.ts',
        specs: [],
        suites: [
          {
            file: 'b.spec.ts',
            specs: statuses.map((status, index) => ({
              title: `test ${index}`,
              tests: [
                {
                  projectName: 'phone',
                  status,
                  results: [{ errors: status === 'unexpected' ? [{ message: 'late\nat 1' }] : [] }],
                },
              ],
            })),
          },
        ],
      },
    ],
    errors,
  })

test('what passed is counted, and what failed is named with the first line of its error', () => {
  expect(countVitest(vitest('passed', 'failed', 'passed'))).toEqual({
    passed: 2,
    failures: ['a.test.ts › test 1: expected 1'],
  })
  expect(countPlaywright(playwright(['expected', 'unexpected']))).toEqual({
    passed: 1,
    failures: ['b.spec.ts › phone › test 1: late'],
  })
})

test('what was skipped, put off or passed at a second try has failed', () => {
  expect(countVitest(vitest('passed', 'skipped', 'pending', 'todo'))).toEqual({
    passed: 1,
    failures: [
      'a.test.ts › test 1: skipped',
      'a.test.ts › test 2: pending',
      'a.test.ts › test 3: todo',
    ],
  })
  expect(countPlaywright(playwright(['skipped', 'flaky', 'expected']))).toEqual({
    passed: 1,
    failures: ['b.spec.ts › phone › test 0: skipped', 'b.spec.ts › phone › test 1: flaky'],
  })
})

test('a file that broke before its first test has failed', () => {
  const report = JSON.stringify({
    testResults: [
      { name: 'a.test.ts', status: 'failed', message: 'no such import', assertionResults: [] },
    ],
  })
  expect(countVitest(report)).toEqual({ passed: 0, failures: ['a.test.ts: no such import'] })
})

test('an error outside any test is a failure', () => {
  expect(countPlaywright(playwright(['expected'], [{ message: 'no server' }]))).toEqual({
    passed: 1,
    failures: ['outside any test: no server'],
  })
})

test('a runner that ran nothing has failed', () => {
  const nothing = { passed: 0, failures: ['The runner ran no test.'] }
  expect(countVitest(JSON.stringify({ testResults: [] }))).toEqual(nothing)
  expect(countPlaywright(playwright([]))).toEqual(nothing)
})
