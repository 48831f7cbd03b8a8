import { expect, test } from 'vitest'
import { readUpgradeQuery, toUpgradeQuery } from './upgrade-query.ts'

const read = (query: string) => readUpgradeQuery(Object.fromEntries(new URLSearchParams(query)))

test('the query of an upgrade reads back as it was written', () => {
  const resume = { epoch: crypto.randomUUID(), number: 7 }
  expect(read(toUpgradeQuery(resume))).toEqual({ resume, sharesFrames: true })
  expect(read(toUpgradeQuery(null))).toEqual({ resume: null, sharesFrames: true })
})

test('R6 an upgrade query of an old page, or an invalid one, counts as none', () => {
  expect(read('?epoch=e&number=3')).toEqual({
    resume: { epoch: 'e', number: 3 },
    sharesFrames: false,
  })
  for (const query of [
    '',
    '?epoch=ação&number=1',
    '?epoch=日本&number=1',
    '?epoch=e',
    '?epoch=e&number=x',
    '?epoch=e&number=-1',
    '?frames=1',
  ]) {
    expect(read(query)).toEqual({ resume: null, sharesFrames: false })
  }
})
