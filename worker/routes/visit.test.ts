import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { toApi } from '#contract/paths.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
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
import { stopClock } from '#test/worker/stopped-clock.ts'
import { mintVisitSecret } from '#worker/auth/tokens.ts'

const ID = '7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001'
const mint = (barId: string, expiresAt: number, key = env.VISIT_SIGNING_KEY) =>
  mintVisitSecret(key, { barId, personId: ID, expiresAt })
const soon = () => Date.now() + TIMINGS.visitMs

const CALLS: [string, string, (barId: string) => string][] = [
  ['GET', 'a conversation', (barId) => toApi.conversation(barId, ID)],
  ['PUT', 'leaving', toApi.leaving],
  ['DELETE', 'staying', toApi.leaving],
  ['GET', 'one’s blocks', toApi.blocks],
  ['PUT', 'a block', (barId) => toApi.block(barId, ID)],
]

const STRANGERS: [string, (barId: string) => string][] = [
  ['without a secret', () => ''],
  ['with a made-up secret', () => 'canary'],
  [
    'with one of another key',
    (barId) => mint(barId, soon(), 'another-key-of-the-same-length-or-more'),
  ],
  ['with one of another bar', () => mint('ZZZZZZ', soon())],
]

for (const [method, what, toPath] of CALLS) {
  test(`T12 ${what} with an expired secret says that the visit ended and wakes no room`, async () => {
    const { barId } = await Bar.open()
    const { bindings, wakes } = sleepingRooms()
    const secret = mint(barId, Date.now() - 1)
    const answer = await askFromPage(toPath(barId), { method, secret }, bindings)
    expect(await failureOf(answer)).toBe('410 visit_ended')
    expect(wakes()).toBe(0)
  })
}

test.each(STRANGERS)(
  'T11 %s nobody stays or opens a socket, and no room wakes',
  async (_, mintFor) => {
    const { barId } = await Bar.open()
    const { bindings, wakes } = sleepingRooms()
    const secret = mintFor(barId)
    const protocols = `${SUBPROTOCOL}, ${secret}`
    const headers = { Upgrade: 'websocket', Origin: ORIGIN, 'Sec-WebSocket-Protocol': protocols }
    for (const answer of [
      await askFromPage(toApi.leaving(barId), { method: 'DELETE', secret }, bindings),
      await ask(toApi.socket(barId), { headers }, bindings),
    ])
      expect(await failureOf(answer)).toBe('401 no_visit')
    expect(wakes()).toBe(0)
  },
)

test('T11 a signed secret that the room does not know opens nothing, of a stranger or of somebody who is here', async () => {
  const { barId, person } = await aVisit()
  const another = { barId, personId: person.id, expiresAt: soon() }
  for (const secret of [mint(barId, soon()), mintVisitSecret(env.VISIT_SIGNING_KEY, another)]) {
    for (const [method, , toPath] of CALLS) {
      const answer = await askFromPage(toPath(barId), { method, secret })
      expect(await failureOf(answer)).toMatch(/^(?:401 no_visit|410 visit_ended)$/)
    }
  }
})

test('leaving answers when the visit ends, and staying takes it back', async () => {
  stopClock()
  const { barId, secret } = await aVisit()
  const before = Date.now()
  const leaving = await askFromPage(toApi.leaving(barId), { method: 'PUT', secret })
  const { endsAt } = await leaving.json<{ endsAt: number }>()
  expect(endsAt - before).toBe(TIMINGS.leavingMs)
  const staying = await askFromPage(toApi.leaving(barId), { method: 'DELETE', secret })
  expect([staying.status, await staying.text()]).toEqual([204, ''])
})

test.each(['Basic x', 'bearer x', 'Bearer', 'Bearer  x', 'Bearer x y'])(
  'T11 the header "%s" proves nothing',
  async (authorization) => {
    const { barId } = await Bar.open()
    const headers = { Origin: ORIGIN, Authorization: authorization }
    const answer = await ask(toApi.leaving(barId), { method: 'PUT', headers })
    expect(await failureOf(answer)).toBe('401 no_visit')
  },
)
