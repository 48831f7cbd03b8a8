import { afterEach, expect, test, vi } from 'vitest'
import { ERROR_STATUS } from '#contract/errors.ts'
import { ANA } from '#test/cast/room-cast.ts'
import { forgetDeviceKey, keepDeviceKey } from '#web/session/device-keys.ts'
import { enter } from './enter.ts'

const profile = {
  name: 'Ana',
  phone: null,
  photo: null,
  interest: 'all',
  showsInterest: true,
} as const
const ENTERED = { person: ANA, secret: 's', deviceKey: 'd', recovered: false }
const taken = () =>
  Response.json({ error: { code: 'id_taken', message: '' } }, { status: ERROR_STATUS.id_taken })
const entered = () => Response.json(ENTERED, { status: 201 })

afterEach(() => {
  forgetDeviceKey('K7M2QX')
  vi.unstubAllGlobals()
})

function answerWith(...answers: (() => Response)[]) {
  const asked: { id: string; deviceKey: string | null }[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)))
    return (answers.shift() ?? entered)()
  })
  return asked
}

test('an id that is taken is minted anew once, in silence', async () => {
  const asked = answerWith(taken)
  await expect(enter('K7M2QX', '7', profile)).resolves.toEqual(ENTERED)
  expect(new Set(asked.map(({ id }) => id)).size).toBe(2)
})

test('a second taken id is told', async () => {
  const asked = answerWith(taken, taken, taken)
  await expect(enter('K7M2QX', '7', profile)).rejects.toMatchObject({ code: 'id_taken' })
  expect(asked).toHaveLength(2)
})

test('what this browser was given for this bar goes along', async () => {
  keepDeviceKey('ZZZZZ9', 'outra')
  const asked = answerWith()
  await enter('K7M2QX', '7', profile)
  keepDeviceKey('K7M2QX', 'daqui')
  await enter('K7M2QX', '7', profile)
  forgetDeviceKey('ZZZZZ9')
  expect(asked.map(({ deviceKey }) => deviceKey)).toEqual([null, 'daqui'])
})
