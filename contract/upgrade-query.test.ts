import { expect, test } from 'vitest'
import { readUpgradeQuery, toUpgradeQuery } from './upgrade-query.ts'

const read = (query: string) => readUpgradeQuery(Object.fromEntries(new URLSearchParams(query)))

test('the query of an upgrade reads back as it was written', () => {
  const resume = { epoch: crypto.randomUUID(), number: 7 }
  const chat = crypto.randomUUID()
  expect(read(toUpgradeQuery(resume))).toEqual({ resume, chat: null })
  expect(read(toUpgradeQuery(null))).toEqual({ resume: null, chat: null })
  expect(read(toUpgradeQuery(null, chat))).toEqual({ resume: null, chat })
  expect(read(toUpgradeQuery(resume, chat))).toEqual({ resume, chat })
  expect(read(toUpgradeQuery(null, '&epoch=e&number=1'))).toMatchObject({
    resume: null,
    chat: null,
  })
})

test('R6 an invalid upgrade query counts as none', () => {
  expect(read('?epoch=e&number=3')).toEqual({ resume: { epoch: 'e', number: 3 }, chat: null })
  for (const query of [
    '',
    '?epoch=ação&number=1',
    '?epoch=日本&number=1',
    '?epoch=e',
    '?epoch=e&number=x',
    '?epoch=e&number=-1',
    '?chat=ana',
  ]) {
    expect(read(query)).toEqual({ resume: null, chat: null })
  }
})
