import { expect, test } from 'vitest'
import { profileTexts } from '#contract/texts/profile.ts'
import { ANA } from '#test/fakes/room.ts'
import type { ProfileDraft } from '#web/session/drafts.ts'
import type { ProfileProblems } from './read-profile.ts'
import { readEdit, readEntryCode, readProfile, toEditDraft } from './read-profile.ts'

const FAMILY = '👨‍👩‍👧‍👦'

const typed = (changes: Partial<ProfileDraft>): ProfileDraft => ({
  name: 'Ana',
  phone: '',
  photo: null,
  interest: 'all',
  showsInterest: true,
  ...changes,
})

test.each([
  [{ name: '  Ana   Luíza ' }, { name: 'Ana Luíza', phone: null, photo: null }],
  // A family emoji is one of the forty characters, as far as the bytes go.
  [{ name: `${FAMILY.repeat(12)}${'a'.repeat(20)}` }, {}],
  [{ phone: '(11) 91234-5678' }, { phone: '+5511912345678' }],
  [{ phone: '+351 912 345 678' }, { phone: '+351912345678' }],
])('a name is enough, and a phone is read as people write it: %j', (changes, values) => {
  expect(readProfile(typed(changes)).values).toMatchObject(values)
})

test.each<[Partial<ProfileDraft>, ProfileProblems]>([
  [{ name: '' }, { name: profileTexts.nameMissing }],
  [{ name: '   ' }, { name: profileTexts.nameMissing }],
  [{ name: '\u200B' }, { name: profileTexts.nameMissing }],
  [{ name: '\u202E\u2066' }, { name: profileTexts.nameMissing }],
  [{ name: FAMILY.repeat(13) }, { name: profileTexts.nameTooLong }],
  [{ name: 'a'.repeat(41) }, { name: profileTexts.nameTooLong }],
  [{ phone: '12345' }, { phone: profileTexts.phoneInvalid }],
  [{ photo: 'data:image/svg+xml;base64,AAAA' }, { photo: profileTexts.photoRefused }],
])('what the server would refuse is refused at its field: %j', (changes, problems) => {
  expect(readProfile(typed(changes)).problems).toEqual(problems)
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
  ['O código da noite é 123 456', '123456'],
  ['Código da noite: 123 456.', '123456'],
  [`O código da noite é ${'9'.repeat(250)}`, undefined],
])('a code typed as "%s" is read as %s', (typed, code) => {
  expect(readEntryCode(typed)).toBe(code)
})
