import { expect, inject, test } from 'vitest'
import { toRemoval } from '#contract/admin-paths.ts'
import { toApi } from '#contract/paths.ts'
import { CLOSE } from '#contract/protocol.ts'
import { AdminApi, enterBar } from '#test/client/api.ts'
import { HostilePerson } from '#test/client/hostile-person.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { Person } from '#test/client/person.ts'
import { takeAdmin } from '#test/server/admin-pool.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { runs, within } from './runs.ts'

const ATTEMPTS = runs(200, 10_000)

test('T13 T50 a raw client that ignores its close says nothing more after a removal', {
  timeout: within(60_000),
}, async () => {
  const [origin, stateDir] = [inject('origin'), inject('stateDir')]
  const { id: barId } = takeBar(stateDir)
  const network = nodeNetwork(() => origin)
  const admin = new AdminApi(network.send, takeAdmin(stateDir).sessionToken)
  const bia = await Person.enter(network, barId, { name: 'Bia' }, { records: true })
  await bia.connect()
  const ana = await HostilePerson.come({ origin, barId }, { name: 'Ana', ignoresClose: true })
  ana.say(bia.id, 'antes')
  await bia.socket.get('message', ({ message }) => message.text === 'antes')

  const answer = await admin.ask(toRemoval(barId, ana.id), {
    ...{ method: 'PUT', json: { reason: 'other' } },
  })
  expect(answer.status).toBe(204)
  await bia.socket.until(() => bia.socket.events().some(({ kind }) => kind === 'left'))
  await expect.poll(() => ana.messages.at(-1)).toMatchObject({ type: 'ended', reason: 'removed' })
  await expect.poll(() => ana.closes).toEqual([CLOSE.visitEnded])

  const told = bia.socket.frames.length
  for (let turn = 1; turn <= ATTEMPTS; turn += 1) {
    ana.say(bia.id, `depois ${turn}`)
    if (turn % 100 === 0) await ana.socket.drained()
  }
  expect(ana.socket.isOpen).toBe(true)
  // Whatever the room did with these it has done by then.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect((await bia.api.ask(toApi.conversation(barId, ana.id))).status).toBe(404)
  expect(bia.socket.frames.slice(told)).toEqual([])
  expect((await ana.api.ask(toApi.visit(barId))).status).toBe(410)
  const { deviceKey, mark } = ana.entered
  for (const proof of [{ deviceKey }, { mark }]) {
    const entering = enterBar(network.send, barId, { name: 'Ana', ...proof })
    await expect(entering).rejects.toThrow('403 {"error":{"code":"removed"')
  }
  ana.socket.reset()
  bia.close()
})
