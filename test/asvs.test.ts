import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '#scripts/paths.ts'

/**
 * Level 1 of ASVS 5.0.0, and level 2 of chapters 5, 6, 7, 8 and 16: the last requirement of each
 * section. Those before it are required too.
 */
const LAST_REQUIRED = `
1.2.5 1.3.2 1.5.1 2.1.1 2.2.2 2.3.1 3.2.2 3.3.1 3.4.2 3.5.3 4.1.1 4.4.1 5.1.1 5.2.3 5.3.2
5.4.3 6.1.3 6.2.12 6.3.4 6.4.4 6.5.5 6.6.3 6.8.4 7.1.3 7.2.4 7.3.2 7.4.5 7.5.2 7.6.2 8.1.2
8.2.3 8.3.1 8.4.1 9.1.3 9.2.1 10.4.5 11.3.2 11.4.1 12.1.1 12.2.2 13.4.1 14.2.1 14.3.1
15.1.1 15.2.1 15.3.1 16.1.1 16.2.5 16.3.4 16.4.3 16.5.3`

const STATES = ['met', 'platform', 'not applicable', 'open']
const LINE = /^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm
const TEST = /`([\w./-]+\.(?:test|spec)\.tsx?)`/g

const lines = [...readFileSync(inRoot('docs/asvs.md'), 'utf8').matchAll(LINE)].map(
  ([, number = '', requirement = '', state = '', where = '']) => ({
    number,
    requirement,
    state,
    where,
    tests: [...where.matchAll(TEST)].map(([, path = '']) => path),
  }),
)

test('docs/asvs.md has each requirement of the chosen set once, in order, and no other', () => {
  const required = [...LAST_REQUIRED.matchAll(/(\d+\.\d+)\.(\d+)/g)].flatMap(([, section, last]) =>
    Array.from({ length: Number(last) }, (_, at) => `${section}.${at + 1}`),
  )
  expect(lines.map(({ number }) => number)).toEqual(required)
})

test('each requirement has a known state, and each met one names existing tests', () => {
  expect(lines.filter(({ state }) => !STATES.includes(state))).toEqual([])
  const met = lines.filter(({ state }) => state === 'met')
  expect(met.length).toBeGreaterThan(0)
  expect(met.filter(({ tests }) => tests.length === 0)).toEqual([])
  const missing = lines.flatMap(({ tests }) => tests.filter((path) => !existsSync(inRoot(path))))
  expect(missing).toEqual([])
})
