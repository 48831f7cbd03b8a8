import * as v from 'valibot'
import { expect, test } from 'vitest'
import { newBarSchema } from '#contract/bar-form.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { anAdminBar } from '#test/fakes/bars.ts'
import { BLANK_BASE, isSameDraft, lacksRequired, readBar, toBase } from './bar-draft.ts'

const LEAST = {
  ...BLANK_BASE.draft,
  name: ' Boteco  da Ana ',
  address: 'Rua Augusta',
  city: 'Recife',
}
const FULL = {
  ...LEAST,
  ownerName: 'Ana Lima',
  document: '111.444.777-35',
  number: '12 A',
  neighborhood: 'Centro',
  state: 'PE',
  timeZone: 'America/Noronha',
  phone: '(81) 91234-5678',
  email: ' Oi@Boteco.example ',
  login: 'Boteco-da-Ana',
  subscriptionPlan: 'yearly',
  tonight: ' Samba  às 21h ',
  description: 'Chope.\r\n\r\n\r\n\r\nSamba.',
}

test.each([
  [LEAST, { name: 'Boteco da Ana', document: null, subscriptionPlan: 'trial' }],
  [
    FULL,
    {
      document: '11144477735',
      phone: '+5581912345678',
      email: 'oi@boteco.example',
      login: 'boteco-da-ana',
      tonight: 'Samba às 21h',
      description: 'Chope.\n\nSamba.',
    },
  ],
])(
  'name, address and city are enough; whatever the form takes the server takes: %j',
  (draft, read) => {
    const { values } = readBar(draft)
    expect(values).toMatchObject(read)
    const pictures = { logoUrl: null, photoUrls: [], coverUrl: null }
    const request = { ...values, creationKey: crypto.randomUUID(), ...pictures }
    expect(v.is(newBarSchema, request)).toBe(true)
  },
)

test.each([
  ['document', '111.444.777-36', barFormTexts.documentInvalid],
  ['document', '12.ABC.345/01DE-36', barFormTexts.documentInvalid],
  ['phone', '+55XXXXXXXXXX', barFormTexts.phoneInvalid],
  ['email', 'ana@', barFormTexts.emailInvalid],
  ['login', 'ab', barFormTexts.barLoginInvalid],
  ['login', 'joão', barFormTexts.barLoginInvalid],
  ['number', '1234567890123', barFormTexts.fieldTooLong],
  ['name', 'a'.repeat(81), barFormTexts.fieldTooLong],
  ['city', '\u200b', barFormTexts.fieldMissing],
  ['description', 'a'.repeat(501), barFormTexts.fieldTooLong],
  ['tonight', 'a'.repeat(141), barFormTexts.fieldTooLong],
  ['tonight', '🧑‍🤝‍🧑'.repeat(141), barFormTexts.fieldTooLong],
] as const)('%s %j is refused at its field', (field, text, problem) => {
  expect(readBar({ ...FULL, [field]: text }).problems).toEqual({ [field]: problem })
})

test('only a missing name, address or city is a missing field', () => {
  expect(lacksRequired(readBar({ ...FULL, address: ' ' }).problems ?? {})).toBe(true)
  expect(lacksRequired(readBar({ ...FULL, phone: '1' }).problems ?? {})).toBe(false)
})

test('a registered bar goes through the form and comes out as it was', () => {
  const bar = anAdminBar({
    document: '11144477735',
    phone: '+5511912345678',
    state: 'SP',
    tonight: 'Samba às 21h',
    description: 'Chope.\n\nSamba.',
    photoUrls: ['/media/photos/a.webp'],
    revision: 7,
  })
  const { draft, pictures, revision } = toBase(bar)
  expect(draft.document).toBe('111.444.777-35')
  expect([pictures, revision]).toEqual([['/media/photos/a.webp'], 7])
  const read = readBar(draft).values
  expect(read).toEqual(
    Object.fromEntries(Object.keys(read ?? {}).map((key) => [key, bar[key as 'name']])),
  )
})

test('spaces around a text are no change', () => {
  const { draft } = toBase(anAdminBar({ number: '1' }))
  expect(isSameDraft({ ...draft, number: ' 1 ' }, draft)).toBe(true)
  expect(isSameDraft({ ...draft, number: '2' }, draft)).toBe(false)
})
