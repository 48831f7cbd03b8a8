import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import type { Entered } from '#contract/entered.ts'
import { CLOSE, SUBPROTOCOL } from '#contract/protocol.ts'
import { HostilePerson } from '#test/client/hostile-person.ts'
import { inLanes } from '#test/client/in-lanes.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import { withCrowd } from './crowd.ts'
import { enter, upgrade } from './endpoint.ts'
import { noteFigures } from './figures.ts'
import { History } from './history.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')

/** Does something so often, a few at a time. */
const repeat = <T>(times: number, act: (turn: number) => Promise<T>): Promise<T[]> =>
  inLanes(Array(times).keys(), act)

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
    const statuses = await repeat(sizes.handshakes.bad, async (turn) => {
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
    const answers = await repeat(sizes.handshakes.codes, (turn) => {
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

test('T18 of all the sockets of one person three are live', async () => {
  await withServer({}, async (server) => {
    const entered = await enter(server, server.barId, { name: 'Ana' })
    const all = await repeat(sizes.handshakes.sockets, () =>
      HostilePerson.come(server, { entered }),
    )
    const isLive = ({ closes }: HostilePerson): boolean => closes.length === 0
    await waitFor('all but three are closed', () => all.filter(isLive).length <= 3)
    const codes = new Set(all.flatMap(({ closes }) => closes))
    noteFigures('sockets of one', { opened: all.length, live: all.filter(isLive).length })
    expect([...codes]).toEqual([CLOSE.tooManySockets])
    const live = all.filter(isLive)
    expect(live).toHaveLength(3)
    const someone = await HostilePerson.come(server, { name: 'Bia' })
    for (const { socket } of live)
      socket.send(JSON.stringify({ type: 'find', personId: someone.id }))
    const isAnswered = ({ messages }: HostilePerson): boolean =>
      messages.some(({ type }) => type === 'found')
    await waitFor('each of the three is answered', () => live.every(isAnswered))
    for (const { socket } of [...live, someone]) socket.reset()
  })
})

test('T15 who hammers with the secret of an ended visit is kept out and takes nobody’s place', async () => {
  // So few that any machine asks for more of them.
  const limits = { handshakesPerSecond: 40 }
  await withServer({ limits }, async (server) => {
    const hostile = await HostilePerson.come(server, { name: 'Hostil' })
    await hostile.api.leave()
    await waitFor('the visit has ended', () => hostile.closes.includes(CLOSE.visitEnded))
    const history = new History()
    const startedAt = Date.now()
    const hammering = repeat(sizes.handshakes.dead, () => closeOf(server, hostile.entered))
    /** How many connections each who comes meanwhile has needed. */
    const newcomers = Array.from({ length: 8 }, () =>
      withCrowd({ server, history, seed, people: 1 }, async ({ pages }) => {
        await hammering
        return pages.map(({ openings }) => openings)
      }),
    )
    const openings = await Promise.all(newcomers)
    const codes = await hammering
    const seconds = (Date.now() - startedAt) / 1_000
    const count = (code: number): number => codes.filter((one) => one === code).length
    noteFigures('dead secret', {
      asked: codes.length,
      'per second': Math.round(codes.length / seconds),
      'refused one by one': count(CLOSE.unknownVisit),
      'kept out': count(CLOSE.misbehaved),
    })
    expect(new Set(codes)).toEqual(new Set([CLOSE.unknownVisit, CLOSE.misbehaved]))
    expect(count(CLOSE.misbehaved)).toBeGreaterThan(codes.length / 2)
    expect(openings).toEqual(newcomers.map(() => [1]))
    const gone = history.events.flatMap((event) => (event.kind === 'closed' ? [event.code] : []))
    expect(gone.filter((code) => code === CLOSE.overloaded)).toEqual([])
  })
})

/** The code with which one more upgrade is closed. */
async function closeOf(server: ChaosServer, entered: Entered): Promise<number> {
  const hostile = await HostilePerson.come(server, { entered })
  await waitFor('the close', () => hostile.closes.length > 0)
  return hostile.closes[0] ?? 0
}
