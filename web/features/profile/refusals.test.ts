import { expect, test } from 'vitest'
import { CodedError } from '#contract/errors.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { describeRefusal } from './refusals.ts'

const NOT_SAVED = 'Não foi possível salvar seu perfil'
const NOT_UPDATED = 'Não foi possível atualizar seu perfil'
const LOST = { hint: 'Confira a internet e tente de novo.' }

test.each([
  [new CodedError('internal'), 'enter', { description: NOT_SAVED }],
  [new CodedError('internal'), 'edit', { description: NOT_UPDATED }],
  // A recovered profile that cannot be updated is not called a new one.
  [new CodedError('update_failed'), 'enter', { description: NOT_UPDATED }],
  [new CodedError('bar_full'), 'enter', { description: profileTexts.barFull }],
  [new CodedError('rate_limited'), 'enter', { description: profileTexts.tooManyTries }],
  [new Error('a fault'), 'enter', { description: 'Ocorreu um erro inesperado' }],
  // Without an answer it also says what may help.
  [new TypeError('Failed to fetch'), 'enter', LOST],
  [new DOMException('', 'TimeoutError'), 'enter', LOST],
] as const)('%s has its sentence when people %s', (error, attempt, said) => {
  expect(describeRefusal(error, attempt)).toMatchObject(said)
})

test('a photo that the server refuses is marked, and its reason told there alone', () => {
  expect(describeRefusal(new CodedError('photo_refused'), 'enter')).toEqual({
    description: NOT_SAVED,
    problems: { photo: profileTexts.photoRefused },
  })
})
