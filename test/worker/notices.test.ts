import { afterAll, beforeAll, expect, test } from 'vitest'
import { toApi, toPage } from '#contract/paths.ts'
import type { Server } from '#scripts/local-server.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { Person } from '#test/client/person.ts'
import { aSubscriber, readVapid } from '#test/fakes/push-service.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { startBuiltWorker } from '#test/server/built-worker.ts'
import { PushServer } from '#test/server/push-server.ts'
import { makeState, removeState } from '#test/server/test-state.ts'

let push: PushServer
let server: Server
const stateDir = makeState()

beforeAll(async () => {
  push = await PushServer.listen()
  server = await startBuiltWorker({ stateDir, vars: { LOCAL_PUSH_SERVICE: push.origin } })
})

afterAll(async () => {
  await server.stop()
  push.stop()
  removeState(stateDir)
})

test('T61 a message to a locked phone is one encrypted notice, until a push service says that it is gone', async () => {
  const { id: barId } = takeBar(stateDir)
  const network = nodeNetwork(() => server.origin)
  const [ana, bia, caio] = [
    await Person.enter(network, barId, { name: 'Ana' }),
    await Person.enter(network, barId, { name: 'Bia' }),
    await Person.enter(network, barId, { name: 'Caio' }),
  ]
  for (const person of [ana, bia, caio]) await person.connect()
  const browser = await aSubscriber('https://push.localhost/of-bia?x=1')
  const path = toApi.notices(barId)
  expect((await bia.api.ask(path, { method: 'PUT', json: browser.subscription })).status).toBe(204)
  bia.send({ type: 'hidden' })

  for (let turn = 1; turn <= 3; turn += 1) ana.say(bia.id, `um segredo ${turn}`)
  await expect.poll(() => bia.state.unread.get(ana.id)).toBe(3)
  await expect.poll(() => push.pushed.length).toBe(1)
  const [notice] = push.pushed
  if (!notice) throw new Error('no notice')
  expect(notice.path).toBe('/of-bia?x=1')
  expect(JSON.parse(await browser.read(notice.body))).toEqual({
    name: 'Ana',
    path: toPage.chat(barId, ana.id),
  })
  expect(notice.headers).toMatchObject({ ttl: '3600', urgency: 'high' })
  const { claims } = await readVapid(String(notice.headers.authorization))
  expect(claims).toMatchObject({ aud: 'https://push.localhost', sub: server.origin })

  push.status = null
  caio.say(bia.id, 'oi')
  await expect.poll(() => push.pushed.length).toBe(2)
  caio.say(bia.id, 'ninguém espera')
  await expect.poll(() => bia.state.unread.get(caio.id)).toBe(2)

  push.status = 410
  const read = (from: Person, through: number) =>
    bia.send({ type: 'read', personId: from.id, through })
  read(ana, 3)
  bia.say(ana.id, 'oi')
  await expect.poll(() => ana.state.unread.get(bia.id)).toBe(1)
  ana.say(bia.id, 'o último')
  await expect.poll(() => push.pushed.length).toBe(3)
  read(ana, 5)
  await expect.poll(() => bia.state.unread.get(ana.id)).toBe(0)
  ana.say(bia.id, 'sem aviso')
  await expect.poll(() => bia.state.unread.get(ana.id)).toBe(1)
  expect(push.pushed).toHaveLength(3)
  for (const person of [ana, bia, caio]) person.close()
})
