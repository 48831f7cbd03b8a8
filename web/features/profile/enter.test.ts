import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANA } from '#test/fakes/room.ts'
import { stubStorage } from '#test/fakes/storage.ts'
import { keepDeviceKey } from '#web/session/device-keys.ts'
import { keepMark } from '#web/session/entering.ts'
import { enter } from './enter.ts'

const profile = {
  name: 'Ana',
  phone: null,
  photo: null,
  ...({ interest: 'all', showsInterest: true } as const),
}
const enterHere = () => enter('K7M2QX', '7', profile)
const ENTERED = { person: ANA, secret: 's', deviceKey: 'd', mark: 'm', recovered: null }
const entered = () => Response.json(ENTERED, { status: 201 })

// Node's tests share one process, and what it keeps.
beforeEach(() => void stubStorage('localStorage'))
afterEach(() => void vi.unstubAllGlobals())

function answerWith(...answers: (() => Response)[]) {
  const asked: { attempt: string; deviceKey: string | null; mark: string | null }[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)))
    return (answers.shift() ?? entered)()
  })
  return asked
}

test('a try whose answer is lost is repeated as the same attempt, and the next one is another', async () => {
  const asked = answerWith(() => Response.error())
  await expect(enterHere()).rejects.toThrow()
  await enterHere()
  await enterHere()
  const [lost, repeated, next] = asked.map(({ attempt }) => attempt)
  expect(repeated).toBe(lost)
  expect(next).not.toBe(lost)
})

test('the device key and the mark of this bar are sent, those of another bar are not', async () => {
  keepDeviceKey('ZZZZZ9', 'outra')
  keepMark('ZZZZZ9', 'outra marca')
  const asked = answerWith()
  await enterHere()
  keepDeviceKey('K7M2QX', 'daqui')
  keepMark('K7M2QX', 'marca daqui')
  await enterHere()
  expect(asked.map(({ deviceKey, mark }) => [deviceKey, mark])).toEqual([
    [null, null],
    ['daqui', 'marca daqui'],
  ])
})

test('a try that is told to wait is repeated as the same attempt, which keeps its turn', async () => {
  const error = { code: 'rate_limited', message: 'rate_limited', retryAfterSeconds: 2 }
  const asked = answerWith(() => Response.json({ error }, { status: 429 }))
  await expect(enterHere()).rejects.toThrow()
  await enterHere()
  expect(asked[1]?.attempt).toBe(asked[0]?.attempt)
})
