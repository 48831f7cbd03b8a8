import { expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { API } from '#contract/paths.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { Person } from '#test/client/person.ts'
import { aSubscriber, readVapid } from '#test/fakes/push-service.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { startBuiltWorker } from '#test/server/built-worker.ts'
import { PushServer } from '#test/server/push-server.ts'
import { makeState, removeState } from '#test/server/test-state.ts'

test('T61 messages to a locked phone are one encrypted notice, which the push service cannot read', async () => {
  const stateDir = makeState()
  const push = await PushServer.listen()
  const server = await startBuiltWorker({ stateDir, vars: { LOCAL_PUSH_SERVICE: push.origin } })
  try {
    const { id: barId } = takeBar(stateDir)
    const network = nodeNetwork(() => server.origin)
    const ana = await Person.enter(network, barId, { name: 'Ana' })
    const bia = await Person.enter(network, barId, { name: 'Bia' })
    for (const person of [ana, bia]) await person.connect()
    const browser = await aSubscriber('https://push.localhost/of-bia?x=1')
    const request = { method: 'PUT', json: browser.subscription }
    expect((await bia.api.ask(address(API.notices, { barId }), request)).status).toBe(204)
    bia.send({ type: 'hidden' })

    for (let turn = 1; turn <= 3; turn += 1) ana.say(bia.id, `um segredo ${turn}`)
    await expect.poll(() => bia.state.unread.get(ana.id)).toBe(3)
    await expect.poll(() => push.pushed.length).toBe(1)
    const { path, headers, body } = push.pushed[0] ?? expect.unreachable()
    expect([path, headers.ttl, headers.urgency]).toEqual(['/of-bia?x=1', '3600', 'high'])
    expect(JSON.parse(await browser.read(body))).toEqual({
      name: 'Ana',
      path: address(PAGES.chat, { barId, userId: ana.id }),
    })
    const { claims } = await readVapid(String(headers.authorization))
    expect(claims).toMatchObject({ aud: 'https://push.localhost', sub: server.origin })
    for (const person of [ana, bia]) person.close()
  } finally {
    await server.stop()
    push.stop()
    removeState(stateDir)
  }
})
