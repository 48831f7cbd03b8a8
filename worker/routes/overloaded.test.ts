import { beforeEach, expect, test, vi } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import { API } from '#contract/paths.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { addAdmin, anAddress, askAsAdmin, askForSocket, signIn } from '#test/worker/admin.ts'
import { askFromPage, enterBar, failureOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'

type Objects = 'BAR_ROOM' | 'MONITOR' | 'LOGIN_GATE'
type Ask = (bindings: Partial<Env>) => Promise<Response>

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(scheduler, 'wait').mockResolvedValue()
})

function failing(binding: Objects, marks: object): { bindings: Partial<Env>; stubs: () => number } {
  let stubs = 0
  const fail = async () => {
    throw Object.assign(new Error('Durable Object is overloaded.'), marks)
  }
  const stub = new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : fail) })
  const getByName = () => {
    stubs += 1
    return stub
  }
  return { bindings: { [binding]: { getByName } } as Partial<Env>, stubs: () => stubs }
}

async function everyCall(): Promise<[string, Objects, repeats: number, Ask][]> {
  const admin = await addAdmin()
  const token = await signIn(admin)
  const { barId: id } = await Bar.open()
  const { secret, person, deviceKey } = await enterBar(id)
  const asPerson =
    (path: string, method = 'GET', json?: unknown): Ask =>
    (bindings) =>
      askFromPage(path, { method, secret, json }, bindings)
  const manager =
    (path: string, method = 'GET', json?: unknown): Ask =>
    (bindings) =>
      askAsAdmin(path, { method, token, json, address: anAddress() }, bindings)
  const upgrade =
    (path: string, protocols: string): Ask =>
    (bindings) =>
      askForSocket(path, protocols, token, bindings)
  const login = { email: admin.email, password: admin.password }
  const next = { current: admin.password, password: 'cinco pastéis e um caldo' }
  const link = { token: 'x'.repeat(43), password: next.password }
  // A lost answer may hide an open socket or a counted try, so these two are not retried.
  return [
    ['an entry', 'BAR_ROOM', 3, asPerson(address(API.people, { barId: id }), 'POST', aProfile())],
    [
      'who is it',
      'BAR_ROOM',
      3,
      asPerson(address(API.recognise, { barId: id }), 'POST', { deviceKey }),
    ],
    [
      'one more tab',
      'BAR_ROOM',
      3,
      asPerson(address(API.continue, { barId: id }), 'POST', { deviceKey }),
    ],
    [
      'an edit',
      'BAR_ROOM',
      3,
      asPerson(address(API.visit, { barId: id }), 'PATCH', { table: '9' }),
    ],
    ['one’s own data', 'BAR_ROOM', 3, asPerson(address(API.visit, { barId: id }))],
    ['leaving', 'BAR_ROOM', 3, asPerson(address(API.visit, { barId: id }), 'DELETE')],
    ['the own blocks', 'BAR_ROOM', 3, asPerson(address(API.blocks, { barId: id }))],
    [
      'a block',
      'BAR_ROOM',
      3,
      asPerson(address(API.block, { barId: id, personId: crypto.randomUUID() }), 'PUT'),
    ],
    [
      'the end of a block',
      'BAR_ROOM',
      3,
      asPerson(address(API.block, { barId: id, personId: crypto.randomUUID() }), 'DELETE'),
    ],
    [
      'an upgrade',
      'BAR_ROOM',
      0,
      upgrade(address(API.socket, { barId: id }), `${SUBPROTOCOL}, ${secret}`),
    ],
    [
      'a removal',
      'BAR_ROOM',
      3,
      manager(address(ADMIN_API.removal, { barId: id, personId: person.id }), 'PUT', {
        reason: 'other',
      }),
    ],
    ['a bar’s numbers', 'BAR_ROOM', 3, manager(address(ADMIN_API.hours, { barId: id }))],
    ['a pause', 'BAR_ROOM', 3, manager(address(ADMIN_API.pause, { barId: id }), 'PUT')],
    [
      'the end of a pause',
      'BAR_ROOM',
      3,
      manager(address(ADMIN_API.pause, { barId: id }), 'DELETE'),
    ],
    [
      'a deletion',
      'BAR_ROOM',
      3,
      manager(address(ADMIN_API.bar, { barId: id }), 'DELETE', { name: 'Bar do Teste' }),
    ],
    ['the live board', 'MONITOR', 0, upgrade(ADMIN_API.monitorSocket, MONITOR_SUBPROTOCOL)],
    ['a login', 'LOGIN_GATE', 0, manager(ADMIN_API.session, 'POST', login)],
    ['another password', 'LOGIN_GATE', 0, manager(ADMIN_API.password, 'PUT', next)],
    ['a password by link', 'LOGIN_GATE', 0, manager(ADMIN_API.passwordLink, 'POST', link)],
  ]
}

test.each([
  ['is overloaded', { overloaded: true, retryable: true }, ['503 overloaded', '5'], 0],
  ['is unreachable', { retryable: true }, ['503 unavailable', '5'], 1],
  ['has thrown itself', {}, ['500 internal', null], 0],
])(
  'R17 if an object %s, only an idempotent request that did not reach it is retried on a new stub',
  async (_, marks, expected, isRepeated) => {
    for (const [name, binding, repeats, request] of await everyCall()) {
      const { bindings, stubs } = failing(binding, marks)
      const answer = await request(bindings)
      const failure = [await failureOf(answer), answer.headers.get('Retry-After')]
      expect([name, failure, stubs()]).toEqual([name, expected, 1 + isRepeated * repeats])
    }
  },
)

test('R17 a poll of the board asks an unreachable monitor again, and answers without its numbers', async () => {
  const token = await signIn(await addAdmin())
  const poll = async (marks: object) => {
    const { bindings, stubs } = failing('MONITOR', marks)
    const answer = await askAsAdmin(ADMIN_API.monitor, { token }, bindings)
    return [answer.status, 'counts' in (await answer.json<object>()), stubs()]
  }
  expect(await poll({ retryable: true })).toEqual([200, false, 4])
  expect(await poll({ overloaded: true, retryable: true })).toEqual([200, false, 1])
})
