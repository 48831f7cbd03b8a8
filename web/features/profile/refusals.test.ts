import { expect, test } from 'vitest'
import { CodedError } from '#contract/errors.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { describeRefusal } from './refusals.ts'

const refusal = (error: unknown, attempt: 'enter' | 'edit' = 'enter') =>
  describeRefusal(error, attempt)

test('a refusal by the server, a full bar and an exception each have their sentence', () => {
  expect(refusal(new CodedError('internal')).description).toBe('Não foi possível salvar seu perfil')
  expect(refusal(new CodedError('bar_full')).description).toBe(profileTexts.barFull)
  expect(refusal(new CodedError('rate_limited')).description).toBe(profileTexts.tooManyTries)
  expect(refusal(new Error('a fault')).description).toBe('Ocorreu um erro inesperado')
  expect(refusal(new CodedError('internal'), 'edit').description).toBe(
    'Não foi possível atualizar seu perfil',
  )
})

test('without an answer it also says what may help', () => {
  for (const lost of [new TypeError('Failed to fetch'), new DOMException('', 'TimeoutError')])
    expect(refusal(lost).hint).toBe('Confira a internet e tente de novo.')
})

test('a recovered profile that cannot be updated is not called a new one', () => {
  expect(refusal(new CodedError('update_failed')).description).toBe(
    'Não foi possível atualizar seu perfil',
  )
})

test('a photo that the server refuses is marked, and its reason told there alone', () => {
  expect(refusal(new CodedError('photo_refused'))).toEqual({
    description: 'Não foi possível salvar seu perfil',
    problems: { photo: profileTexts.photoRefused },
  })
})
