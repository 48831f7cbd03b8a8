import { expect, test } from 'vitest'
import { profileTexts } from '#contract/texts/profile.ts'
import { ANA } from '#test/fakes/room.ts'
import type { ProfileDraft } from '#web/session/visit.ts'
import { readEdit, readEntryCode, readProfile, toEditDraft } from './read-profile.ts'

const typed = (changes: Partial<ProfileDraft>): ProfileDraft => ({
  name: 'Ana',
  phone: '',
  photo: null,
  interest: 'all',
  showsInterest: true,
  ...changes,
})

test('a name is enough', () => {
  expect(readProfile(typed({ name: '  Ana   Luíza ' })).values).toEqual({
    name: 'Ana Luíza',
    phone: null,
    photo: null,
    interest: 'all',
    showsInterest: true,
  })
})

test.each(['', '   ', '\u200B', '\u202E\u2066'])('%j is no name', (name) => {
  expect(readProfile(typed({ name })).problems).toEqual({ name: profileTexts.nameMissing })
})

test('a family emoji is one of the forty characters, as far as the bytes go', () => {
  const family = '👨‍👩‍👧‍👦'
  const names = [`${family.repeat(12)}${'a'.repeat(20)}`, family.repeat(13), 'a'.repeat(41)]
  const tooLong = { name: profileTexts.nameTooLong }
  const problems = names.map((name) => readProfile(typed({ name })).problems)
  expect(problems).toEqual([undefined, tooLong, tooLong])
})

test('a phone is read as people write it, and a wrong one is not dropped', () => {
  const [brazil, portugal, wrong] = ['(11) 91234-5678', '+351 912 345 678', '12345'].map((phone) =>
    readProfile(typed({ phone })),
  )
  expect([brazil, portugal].map((read) => read?.values?.phone)).toEqual([
    '+5511912345678',
    '+351912345678',
  ])
  expect(wrong?.problems).toEqual({ phone: profileTexts.phoneInvalid })
})

test('a photo that the server would refuse is refused at its field', () => {
  const photo = 'data:image/svg+xml;base64,AAAA'
  expect(readProfile(typed({ photo })).problems).toEqual({ photo: profileTexts.photoRefused })
})

test('every wrong field has its text at once', () => {
  const { problems = {} } = readEdit({ ...toEditDraft(ANA), name: '', phone: '1', table: '' }, ANA)
  expect(Object.keys(problems)).toEqual(['name', 'phone', 'table'])
})

test('an edit sends what was changed and nothing else', () => {
  const you = { ...ANA, phone: '+5511912345678', photo: '/media/profiles/a' }
  const draft = toEditDraft(you)
  expect(draft.phone).toBe('(11) 91234-5678')
  expect(readEdit(draft, you).changes).toEqual({})
  expect(readEdit({ ...draft, table: ' 12 ', photo: null }, you).changes).toEqual({
    table: '12',
    photo: null,
  })
  expect(readEdit({ ...draft, phone: '', showsInterest: false }, you).changes).toEqual({
    phone: null,
    showsInterest: false,
  })
})

test.each([
  [' ', profileTexts.tableMissing],
  ['1'.repeat(13), profileTexts.tableTooLong],
])('an edit without a table, or with a long one, is not sent: “%s”', (table, problem) => {
  expect(readEdit({ ...toEditDraft(ANA), table }, ANA).problems).toEqual({ table: problem })
})

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['', null],
  ['  ', null],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
])('a code typed as "%s" is read as %s', (typed, code) => {
  expect(readEntryCode(typed)).toBe(code)
})
