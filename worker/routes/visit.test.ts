import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import { API } from '#contract/paths.ts'
import { TIMINGS } from '#contract/timings.ts'
import {
  ask,
  askFromPage,
  aVisit,
  failureOf,
  ORIGIN,
  sleepingRooms,
} from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { mintVisitSecret } from '#worker/auth/tokens.ts'
import { BarRoom } from '#worker/room/bar-room.ts'

const ID = '7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001'
const mint = (barId: string, expiresAt: number, key = env.VISIT_SIGNING_KEY) =>
  mintVisitSecret(key, { barId, personId: ID, expiresAt })
const soon = () => Date.now() + TIMINGS.visitMs

const CALLS: [method: string, (barId: string) => string][] = [
  ['DELETE', (barId) => address(API.visit, { barId })],
  ['GET', (barId) => address(API.blocks, { barId })],
  ['PUT', (barId) => address(API.block, { barId, personId: ID })],
]

test('T11 T12 invalid secrets open nothing, expired ones say that the visit ended, and no room wakes', async () => {
  const { barId } = await Bar.open()
  const { bindings, wakes } = sleepingRooms()
  const secrets = [
    '',
    'canary',
    'x y',
    ' x',
    mint(barId, soon(), 'another-key-of-the-same-length-or-more'),
    mint('ZZZZZZ', soon()),
  ]
  const proofs = secrets.map((secret) => `Bearer ${secret}`)
  for (const Authorization of [...proofs, 'Bearer', 'Basic x', `bearer ${mint(barId, soon())}`]) {
    const headers = { Origin: ORIGIN, Authorization }
    const answer = await ask(address(API.visit, { barId }), { method: 'DELETE', headers }, bindings)
    expect([Authorization, await failureOf(answer)]).toEqual([Authorization, '401 no_visit'])
  }
  const secret = mint(barId, Date.now() - 1)
  for (const [method, toPath] of CALLS) {
    const answer = await askFromPage(toPath(barId), { method, secret }, bindings)
    expect(await failureOf(answer)).toBe('410 visit_ended')
  }
  expect(wakes()).toBe(0)
})

test('T11 a signed secret that the room does not know opens nothing, even for a person who is here', async () => {
  const { barId, person } = await aVisit()
  const another = { barId, personId: person.id, expiresAt: soon() }
  for (const secret of [mint(barId, soon()), mintVisitSecret(env.VISIT_SIGNING_KEY, another)]) {
    for (const [method, toPath] of CALLS) {
      const answer = await askFromPage(toPath(barId), { method, secret })
      expect(await failureOf(answer)).toMatch(/^(?:401 no_visit|410 visit_ended)$/)
    }
  }
})

test('leaving returns the receipt, and a second time that the visit has ended', async () => {
  const { barId, secret } = await aVisit()
  const left = await askFromPage(address(API.visit, { barId }), { method: 'DELETE', secret })
  expect(await left.json()).toEqual({ erased: { profiles: 1, photos: 0, messages: 0 } })
  const again = await askFromPage(address(API.visit, { barId }), { method: 'DELETE', secret })
  expect(await failureOf(again)).toBe('410 visit_ended')
})

test('T70 a room wakes once to say that a visit has ended, however often its secret is used', async () => {
  const { barId } = await Bar.open()
  const secret = mint(barId, soon())
  const asked = vi.spyOn(BarRoom.prototype, 'blocks')
  for (let use = 0; use < 5; use += 1) {
    const answer = await askFromPage(address(API.blocks, { barId }), { secret })
    expect(await failureOf(answer)).toContain('visit_ended')
  }
  expect(asked).toHaveBeenCalledTimes(1)
})

test.each([
  ['recognise', API.recognise],
  ['continueAs', API.continue],
] as const)(
  'T70 a room wakes once for %s by the device key of an ended profile',
  async (method, path) => {
    const { barId, secret, deviceKey } = await aVisit()
    const visit = address(API.visit, { barId })
    expect((await askFromPage(visit, { method: 'DELETE', secret })).status).toBe(200)
    const asked = vi.spyOn(BarRoom.prototype, method)
    for (let use = 0; use < 5; use += 1) {
      const request = { method: 'POST', json: { deviceKey } }
      const answer = await askFromPage(address(path, { barId }), request)
      expect(await failureOf(answer)).toBe('404 person_not_found')
    }
    expect(asked).toHaveBeenCalledTimes(1)
  },
)
