import * as v from 'valibot'
import { expect, test } from 'vitest'
import { newBarSchema } from '#contract/bar-form.ts'
import { barFormTexts } from '#contract/texts/bar-form.ts'
import { BLANK_DRAFT } from './bar-draft.ts'
import { lacksRequired, readBar } from './read-bar.ts'

const LEAST = { ...BLANK_DRAFT, name: ' Boteco  da Ana ', address: 'Rua Augusta', city: 'Recife' }
const FULL = {
  ...LEAST,
  ownerName: 'Ana Lima',
  document: '111.444.777-35',
  number: '12 A',
  neighborhood: 'Centro',
  state: 'PE',
  phone: '(81) 91234-5678',
  email: ' Oi@Boteco.example ',
  login: 'Boteco-da-Ana',
  subscriptionPlan: 'yearly',
  description: 'Chope.\r\n\r\n\r\n\r\nSamba.',
}

test('name, address and city are enough; what is empty is null and the plan is the trial', () => {
  const { bar } = readBar(LEAST)
  expect(bar).toMatchObject({ name: 'Boteco da Ana', document: null, subscriptionPlan: 'trial' })
  expect(toRequest(bar)).toSatisfy((request) => v.is(newBarSchema, request))
})

test('everything that the form takes is what the server takes', () => {
  const { bar } = readBar(FULL)
  expect(bar).toMatchObject({
    document: '11144477735',
    phone: '+5581912345678',
    email: 'oi@boteco.example',
    login: 'boteco-da-ana',
    description: 'Chope.\n\nSamba.',
  })
  expect(toRequest(bar)).toSatisfy((request) => v.is(newBarSchema, request))
})

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
] as const)('%s %j is refused at its field', (field, text, problem) => {
  expect(readBar({ ...FULL, [field]: text }).problems).toEqual({ [field]: problem })
})

test('only a missing name, address or city is a missing field', () => {
  expect(lacksRequired(readBar({ ...FULL, address: ' ' }).problems ?? {})).toBe(true)
  expect(lacksRequired(readBar({ ...FULL, phone: '1' }).problems ?? {})).toBe(false)
})

function toRequest(bar: object | undefined) {
  return { ...bar, creationKey: crypto.randomUUID(), logo: null, photos: [] }
}
