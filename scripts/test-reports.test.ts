import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './test-reports.ts'

const vitest = (...statuses: string[]): string =>
  JSON.stringify({
    testResults: [{ status: 'passed', assertionResults: statuses.map((status) => ({ status })) }],
  })
const playwright = (stats: object, errors: unknown[] = []): string =>
  JSON.stringify({
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
    errors,
  })

test('passed and failed are counted one by one', () => {
  expect(countVitest(vitest('passed', 'failed', 'passed'))).toEqual({ passed: 2, failed: 1 })
  expect(countPlaywright(playwright({ expected: 3, unexpected: 1 }))).toEqual({
    passed: 3,
    failed: 1,
  })
})

test('what was skipped, put off or passed at a second try has failed', () => {
  expect(countVitest(vitest('passed', 'skipped', 'pending', 'todo'))).toEqual({
    passed: 1,
    failed: 3,
  })
  expect(countPlaywright(playwright({ expected: 1, skipped: 2, flaky: 1 }))).toEqual({
    passed: 1,
    failed: 3,
  })
})

test('a file that broke before its first test has failed', () => {
  const report = JSON.stringify({ testResults: [{ status: 'failed', assertionResults: [] }] })
  expect(countVitest(report)).toEqual({ passed: 0, failed: 1 })
})

test('an error outside any test is a failure', () => {
  expect(countPlaywright(playwright({ expected: 1 }, [{}]))).toEqual({ passed: 1, failed: 1 })
})

test('a runner that ran nothing has failed', () => {
  expect(countVitest(JSON.stringify({ testResults: [] }))).toEqual({ passed: 0, failed: 1 })
  expect(countPlaywright(playwright({}))).toEqual({ passed: 0, failed: 1 })
})
