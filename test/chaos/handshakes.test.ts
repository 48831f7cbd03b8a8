import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { inLanes } from '#test/client/in-lanes.ts'
import { withServer } from './chaos-server.ts'
import { enter, upgrade } from './endpoint.ts'
import { noteFigures } from './figures.ts'

const { sizes } = inject('chaos')

const change = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)

test('T18 T53 upgrades without a secret of this bar, and codes that somebody made up, wake no room and leave no file', async () => {
  await withServer({}, async (server) => {
    const [barId, other = ''] = server.barIds
    const { secret } = await enter(server, barId, { name: 'Ana' })
    const before = server.roomFiles
    expect(before).toHaveLength(1)
    const offers = [
      () => [SUBPROTOCOL],
      () => [SUBPROTOCOL, secret],
      () => [SUBPROTOCOL, randomBytes(120).toString('base64url')],
      () => [SUBPROTOCOL, secret.replace(barId, other)],
      () => [SUBPROTOCOL, change(secret, Math.floor(Math.random() * secret.length))],
      () => [SUBPROTOCOL, secret, secret],
    ]
    const startedAt = Date.now()
    const statuses = await inLanes(Array(sizes.handshakes.bad).keys(), async (turn) => {
      const answer = await upgrade(server, other, offers[turn % offers.length]?.() ?? [])
      answer.destroy()
      return answer.statusCode
    })
    noteFigures('bad upgrades', {
      asked: sizes.handshakes.bad,
      'per second': Math.round((sizes.handshakes.bad / (Date.now() - startedAt)) * 1_000),
      'rooms woken': server.roomFiles.length - before.length,
    })
    expect(statuses).toEqual(statuses.map(() => 401))
    const answers = await inLanes(Array(sizes.handshakes.codes).keys(), (turn) => {
      const code = `ZZ${String(turn + 2222).replaceAll(/[01]/g, 'Z')}`
      return enter(server, code, { name: 'Eva' }).then(() => 'entered', String)
    })
    expect([...new Set(answers)]).toEqual([expect.stringContaining('bar_not_found')])
    expect(server.roomFiles).toEqual(before)
    // Or the files would say nothing of who wakes.
    await enter(server, other, { name: 'Bia' })
    expect(server.roomFiles).toHaveLength(2)
  })
})
