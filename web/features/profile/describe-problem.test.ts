import { expect, test } from 'vitest'
import { CodedError } from '#contract/errors.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { describeRefusal } from './describe-problem.ts'

const told = (error: unknown, attempt: 'enter' | 'edit' = 'enter') =>
  describeRefusal(error, attempt)

test('a refusal by the server, a full bar and an exception each have their sentence', () => {
  expect(told(new CodedError('internal')).description).toBe('Não foi possível salvar seu perfil')
  expect(told(new CodedError('bar_full')).description).toBe(profileTexts.barFull)
  expect(told(new CodedError('rate_limited')).description).toBe(profileTexts.tooManyTries)
  expect(told(new TypeError('Failed to fetch')).description).toBe('Ocorreu um erro inesperado')
  expect(told(new CodedError('internal'), 'edit').description).toBe(
    'Não foi possível atualizar seu perfil',
  )
})

test('a profile that was found again and could not be updated is no profile that could not be made', () => {
  expect(told(new CodedError('update_failed')).description).toBe(
    'Não foi possível atualizar seu perfil',
  )
})

test('a photo that the server refuses is marked', () => {
  expect(told(new CodedError('photo_refused')).field).toEqual({ photo: profileTexts.photoRefused })
})
