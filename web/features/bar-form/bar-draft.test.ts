import { expect, test } from 'vitest'
import { anAdminBar } from '#test/fakes/bars.ts'
import { isSameDraft, toBase } from './bar-draft.ts'
import { readBar } from './read-bar.ts'

test('a registered bar goes through the form and comes out as it was', () => {
  const bar = anAdminBar({
    document: '11144477735',
    phone: '+5511912345678',
    state: 'SP',
    description: 'Chope.\n\nSamba.',
    photoUrls: ['/media/photos/a.webp'],
    revision: 7,
  })
  const { draft, pictures, revision } = toBase(bar)
  expect(draft.document).toBe('111.444.777-35')
  expect([pictures, revision]).toEqual([['/media/photos/a.webp'], 7])
  const read = readBar(draft).bar
  expect(read).toEqual(
    Object.fromEntries(Object.keys(read ?? {}).map((key) => [key, bar[key as 'name']])),
  )
})

test('spaces around a text are no change', () => {
  const { draft } = toBase(anAdminBar({ number: '1' }))
  expect(isSameDraft({ ...draft, number: ' 1 ' }, draft)).toBe(true)
  expect(isSameDraft({ ...draft, number: '2' }, draft)).toBe(false)
})
