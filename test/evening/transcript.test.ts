import { expect, test } from 'vitest'
import type { Entry } from './transcript.ts'
import { findDifference, Names, report } from './transcript.ts'

const ANA = '7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001'
const BIA = '7f0c1a52-7b7e-4a35-9a39-2c1de2f3a002'

const onPage = (seen: unknown, at = 500): Entry => ({ where: 'page 1 of Ana', at, seen })
const STORED = onPage({ type: 'stored', message: { number: 1 } })
const READ = onPage({ type: 'read', through: 1 })
const inTable = (...seen: unknown[]): Entry => ({ where: 'D1, bars', at: 500, seen, isSet: true })

test('a frame that is missing is a difference', () => {
  const found = findDifference([STORED, READ], [STORED])
  expect(found).toContain('page 1 of Ana, number 2 of this step: the whole of it differs')
  expect(found).toContain('tree     (nothing)')
})

test('two frames of a page that changed places are a difference', () => {
  expect(findDifference([STORED, READ], [READ, STORED])).toContain('number 1 of this step: .seen')
})

test('a frame that comes later, or has another field, is a difference', () => {
  expect(findDifference([READ], [{ ...READ, at: 501 }])).toContain('.at differs')
  const other = onPage({ type: 'read', through: 2 })
  expect(findDifference([READ], [other])).toContain('.seen.through differs')
})

test('a row that differs or is missing is a difference, and the order of rows is none', () => {
  const rows = [
    { id: ANA, people: 1 },
    { id: BIA, people: 2 },
  ]
  const nameAll = (entry: Entry) => new Names().nameAll([entry])
  const before = nameAll(inTable(...rows))
  expect(findDifference(before, nameAll(inTable(...rows.toReversed())))).toBeNull()
  expect(findDifference(before, nameAll(inTable(rows[0])))).toContain('D1, bars')
  expect(findDifference(before, nameAll(inTable(rows[0], { id: BIA, people: 3 })))).toContain(
    '.seen.people differs',
  )
})

test('ids differ only if they stand for another person than before', () => {
  const nameAll = (...ids: string[]) => new Names().nameAll(ids.map((id) => onPage({ id })))
  expect(findDifference(nameAll(ANA, BIA, ANA), nameAll(BIA, ANA, BIA))).toBeNull()
  expect(findDifference(nameAll(ANA, BIA, ANA), nameAll(ANA, BIA, BIA))).toContain('.seen.id')
})

test('the report names the evening and the step, and tells the steps before', () => {
  const script = Array.from({ length: 20 }, (_, at) => ({ act: `act ${at}` }))
  const text = report(3, script, 11, 'the difference')
  expect(text).toContain('Evening 3 differs at step 12 of 20.')
  expect(text.match(/act \d+/g)).toHaveLength(9)
})
