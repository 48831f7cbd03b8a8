import { afterEach, expect, test, vi } from 'vitest'
import { CodedError, ERROR_STATUS } from '#contract/errors.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { ANA } from '#test/cast/room-cast.ts'
import { enter, toEntryFailure } from './enter.ts'

const profile = { name: 'Ana', phone: null, photo: null, interest: 'all' } as const
const taken = () =>
  Response.json({ error: { code: 'id_taken', message: '' } }, { status: ERROR_STATUS.id_taken })
const entered = () => Response.json({ person: ANA, secret: 's' }, { status: 201 })

afterEach(() => vi.unstubAllGlobals())

function answerWith(...answers: (() => Response)[]) {
  const asked = vi.fn(async (_: string, init: RequestInit) => {
    ids.push(JSON.parse(String(init.body)).id)
    return (answers.shift() ?? entered)()
  })
  const ids: string[] = []
  vi.stubGlobal('fetch', asked)
  return ids
}

test('an id that is taken is minted anew once, in silence', async () => {
  const ids = answerWith(taken)
  await expect(enter('K7M2QX', '7', profile)).resolves.toEqual({ person: ANA, secret: 's' })
  expect(new Set(ids).size).toBe(2)
})

test('a second taken id is told', async () => {
  const ids = answerWith(taken, taken, taken)
  await expect(enter('K7M2QX', '7', profile)).rejects.toMatchObject({ code: 'id_taken' })
  expect(ids).toHaveLength(2)
})

test('a refusal by the server, a full bar and an exception each have their sentence', () => {
  expect(toEntryFailure(new CodedError('internal'))).toBe('Não foi possível salvar seu perfil')
  expect(toEntryFailure(new CodedError('bar_full'))).toBe(profileTexts.barFull)
  expect(toEntryFailure(new TypeError('Failed to fetch'))).toBe('Ocorreu um erro inesperado')
})
