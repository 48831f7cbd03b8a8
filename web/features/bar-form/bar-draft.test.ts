import { expect, test } from 'vitest'
import { anAdminBar } from '#test/cast/bars.ts'
import { BLANK_DRAFT, isSameDraft, rebaseDraft, toBase } from './bar-draft.ts'
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

test('T46 over a newer version what was typed stays, and what was not touched is the newer', () => {
  const old = { ...BLANK_DRAFT, name: 'Boteco', city: 'Recife', address: 'Rua A', number: '1' }
  const typed = { ...old, name: 'Boteco da Ana', address: 'Rua B', number: ' 1 ' }
  const newest = { ...old, name: 'Boteco da Bia', city: 'Olinda', address: 'Rua B', number: '2' }
  const { draft, theirs } = rebaseDraft(typed, old, newest)
  expect(draft).toMatchObject({
    name: 'Boteco da Ana',
    city: 'Olinda',
    address: 'Rua B',
    number: '2',
  })
  expect(theirs).toEqual({ name: 'Boteco da Bia' })
  expect(isSameDraft(typed, { ...typed, number: '1' })).toBe(true)
})
