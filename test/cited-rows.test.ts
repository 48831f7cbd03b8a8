import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot, ROOT } from '#scripts/paths.ts'
import { MUTANTS } from './mutants/mutants.ts'
import { checkMutation } from './mutants/mutation.ts'

const TEST_FILES = ['contract', 'worker', 'web', 'scripts', 'test']
  .flatMap((folder) =>
    globSync([`${folder}/**/*.test.ts`, `${folder}/**/*.test.tsx`, `${folder}/**/*.spec.ts`], {
      cwd: ROOT,
      exclude: ['**/node_modules/**'],
    }),
  )
  .filter((path) => path !== 'test/cited-rows.test.ts')

/** `test('T38 …`, `test('T33 T50 …`, `test.each(x)('R29 …`, `describe('T4 …`, and the samples of test/boundaries.test.ts. */
const CITED = /['"`]((?:[TRO]\d{1,2} )+)\S/g
/** The second column of these tables is a sentence. */
const ROW = /^\| ([TRO]\d+) \| (?!(?:proven|partly|open)\b)/gm
const STATE = /^\| (T\d+) \| (proven|partly: [^|]+|open: [^|]+) \| ([^|]+) \| ([^|]+) \|$/gm
/** The last column names the tests. */
const HELD_BY = /^\| (O\d+) \|.*\| ([^|]+) \|$/gm
const PATH = /`([\w./-]+)`/g

const read = (path: string): string => readFileSync(inRoot(path), 'utf8')
const readRows = (doc: string): string[] => [...read(doc).matchAll(ROW)].map(([, row = '']) => row)
const pathsIn = (cell: string): string[] => [...cell.matchAll(PATH)].map(([, path = '']) => path)
const byNumber = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true })

/** Row to the files whose tests cite it. */
const cited = new Map<string, Set<string>>()
for (const path of TEST_FILES) {
  for (const [, rows = ''] of read(path).matchAll(CITED)) {
    for (const row of rows.trim().split(' '))
      cited.set(row, (cited.get(row) ?? new Set()).add(path))
  }
}

const states = [...read('docs/security.md').matchAll(STATE)].map(
  ([, row = '', state = '', tests = '', mutants = '']) => ({
    row,
    state,
    tests: pathsIn(tests),
    mutated: pathsIn(mutants),
    isCode: !mutants.startsWith('none: '),
  }),
)
const threats = readRows('docs/security.md')
const isOpen = ({ state }: { state: string }): boolean => state.startsWith('open: ')

const rows = [...threats, ...readRows('docs/faults.md'), ...readRows('docs/outside.md')]

test('each row that a test cites exists in security.md, faults.md or outside.md, and each row not open has a test', () => {
  expect(rows.length).toBeGreaterThan(0)
  expect([...cited.keys()].filter((row) => !rows.includes(row)).sort(byNumber)).toEqual([])
  const open = states.filter(isOpen).map(({ row }) => row)
  expect(rows.filter((row) => !cited.has(row) && !open.includes(row))).toEqual([])
})

test('every row of docs/security.md stands once and has one state', () => {
  expect(threats.filter((row, at) => threats.indexOf(row) !== at)).toEqual([])
  const known = states.map(({ row }) => row)
  expect(known).toEqual([...new Set(known)].sort(byNumber))
  expect(threats.filter((row) => !known.includes(row))).toEqual([])
  // A row with a state but no text yet must be open.
  const announced = states.filter(({ row }) => !threats.includes(row))
  expect(announced.filter((one) => !isOpen(one))).toEqual([])
})

test('an open row has no test; a row that is proven, or partly, names test files that cite it', () => {
  const claimed = states.filter((one) => !isOpen(one))
  expect(claimed.length).toBeGreaterThan(0)
  expect(states.filter((one) => isOpen(one) && cited.has(one.row))).toEqual([])
  expect(claimed.filter(({ tests }) => tests.length === 0)).toEqual([])
  const unfounded = claimed.flatMap(({ row, tests }) =>
    tests.filter((path) => !cited.get(row)?.has(path)).map((path) => [row, path]),
  )
  expect(unfounded).toEqual([])
})

test('each row of docs/outside.md names the test files that cite it', () => {
  const held = [...read('docs/outside.md').matchAll(HELD_BY)]
  expect(held.length).toBe(readRows('docs/outside.md').length)
  for (const [, row = '', files = ''] of held)
    expect([row, pathsIn(files).sort()]).toEqual([row, [...(cited.get(row) ?? [])].sort()])
})

test('each row names exactly the files of its mutants, and a proven row defended by our code has one', () => {
  const proven = states.filter(({ state }) => state === 'proven')
  expect(proven.length).toBeGreaterThan(0)
  expect(proven.filter(({ isCode, mutated }) => isCode && mutated.length === 0)).toEqual([])
  for (const { row, mutated } of states) {
    const files = new Set(MUTANTS.filter((one) => one.row === row).map(({ file }) => file))
    expect([row, [...mutated].sort()]).toEqual([row, [...files].sort()])
  }
  const known = [...states.map(({ row }) => row), ...rows]
  expect(MUTANTS.filter(({ row }) => !known.includes(row))).toEqual([])
})

test.each(MUTANTS)('the mutant of $row that $fault fits the source and its tests', (mutant) => {
  const { row, file, from, to, test: path } = mutant
  checkMutation({ [file]: [[from, to]] })
  expect([...(cited.get(row) ?? [])]).toContain(path)
  expect(existsSync(inRoot(path))).toBe(true)
})
