import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import type { ProxiedConnection } from '#test/server/tcp-proxy.ts'
import { TcpProxy } from '#test/server/tcp-proxy.ts'
import type { ChaosPerson, ChaosPersonOptions } from './chaos-person.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import { withCrowd } from './crowd.ts'
import { expectWithin } from './expect-within.ts'
import { noteFigures } from './figures.ts'
import { Random } from './random.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')

const FAULTS: Record<string, (connection: ProxiedConnection) => void> = {
  RST: (connection) => connection.reset(),
  FIN: (connection) => connection.end(),
  'half-close to the server': (connection) => connection.halfClose('toServer'),
  'half-close to the client': (connection) => connection.halfClose('toClient'),
  'a black hole': (connection) => connection.blackhole(),
  'a black hole to the client': (connection) => connection.blackhole('toClient'),
  'a black hole to the server': (connection) => connection.blackhole('toServer'),
}

async function withProxy(act: (server: ChaosServer, proxy: TcpProxy) => Promise<void>) {
  await withServer({}, async (server) => {
    const proxy = await TcpProxy.listen(() => server.port)
    try {
      await act(server, proxy)
    } finally {
      await proxy.stop()
    }
  })
}

test('R10 people lose nothing when their connections break in any way', async () => {
  const { drops, people } = sizes.drops
  const random = new Random(seed, 'drops')
  const pages = { hurry: 1_000, pingEveryMs: 150, pongWithinMs: 5_000 }
  await withProxy((server, endpoint) =>
    withCrowd({ server, endpoint, seed, people, pages }, async (crowd) => {
      crowd.chat(2)
      for (let done = 0; done < drops; done += 1) {
        await waitFor('a connection', () => endpoint.connections.size > 0)
        random.pick(Object.values(FAULTS))(random.pick([...endpoint.connections]))
        await sleep(random.between(0, 30))
      }
      crowd.stopWriting()
      endpoint.all((connection) => connection.reset())
      expect(await crowd.end()).toEqual([])
      noteFigures('drops', { drops, acknowledged: crowd.history.acknowledged })
    }),
  )
})

test('R10 a signal ends the wait of a phone that was in a lift, and it gets what was written meanwhile', async () => {
  let line: TcpProxy | undefined
  let hasTriedThrice = false
  /** Waits for nothing before the third try, and for hours after it: the signal alone ends that. */
  const random = (): number => {
    hasTriedThrice ||= line !== undefined && line.refused >= 3
    return hasTriedThrice ? 1_000 : 0
  }
  await withTwoCrowds(1, { random }, async (ana, [bia], proxy) => {
    if (!bia) throw new Error('Bia is missing.')
    line = proxy
    proxy.all((connection) => connection.blackhole())
    proxy.refusing = true
    for (const text of ['um', 'dois', 'três']) ana.say(bia.id, text)
    await waitFor('all is answered', () => ana.unsent.length === 0)
    expect(bia.messagesWith(ana.id)).toEqual([])
    bia.lose()
    await waitFor('it has tried thrice', () => hasTriedThrice)
    proxy.refusing = false
    const signalAt = Date.now()
    bia.comeBack()
    const isBack = () => bia.messagesWith(ana.id).length === 3 && bia.isSettled
    await waitFor('the messages', isBack)
    const backMs = Date.now() - signalAt
    noteFigures('lift', { 'back after ms': backMs })
    expectWithin(backMs, 2_000)
    expect(bia.messagesWith(ana.id).map(({ text }) => text)).toEqual(['um', 'dois', 'três'])
    expect(ana.people.get(bia.id)?.online).toBe(true)
  })
})

test('R26 a person who never returns is shown offline, however the connection ended', async () => {
  const { faults } = sizes.gone
  await withTwoCrowds(faults.length, {}, async (ana, gone, proxy) => {
    const isOnline = ({ id }: ChaosPerson): boolean | undefined => ana.people.get(id)?.online
    await waitFor('everybody is online', () => gone.every(isOnline))
    proxy.refusing = true
    for (const [at, connection] of [...proxy.connections].entries())
      FAULTS[faults[at] ?? '']?.(connection)
    const brokenAt = Date.now()
    await waitFor('all are offline', () => !gone.some(isOnline))
    const offlineMs = Date.now() - brokenAt
    noteFigures('gone', { 'offline after ms': offlineMs })
    expectWithin(offlineMs, TIMINGS.heardWithinMs + 1_000)
  })
})

test('R3 a message whose acknowledgement was lost is stored once', async () => {
  const { messages, people, lost } = sizes.lostAcks
  const random = new Random(seed, 'acks')
  let cuts = 0
  await withProxy((server, endpoint) =>
    withCrowd({ server, endpoint, seed, people, pages: { hurry: 1_000 } }, async (crowd) => {
      endpoint.all((connection) => connection.reset())
      endpoint.judge = (direction, piece) => {
        const isAck = direction === 'toClient' && piece.includes('"stored"')
        if (!isAck || !crowd.isWriting || !random.chance(lost)) return 'pass'
        cuts += 1
        return 'cut'
      }
      crowd.chat(3)
      await crowd.flow(messages, sizes.timeoutMs)
      await waitFor('enough connections are cut', () => cuts > messages * lost * 0.3)
      expect(await crowd.end()).toEqual([])
      const { acknowledged } = crowd.history
      noteFigures('lost acks', { acknowledged, 'connections cut': cuts })
    }),
  )
})

/** One person directly at the server, and several whose connections pass through a proxy. */
async function withTwoCrowds(
  people: number,
  pages: Partial<ChaosPersonOptions>,
  act: (ana: ChaosPerson, others: readonly ChaosPerson[], proxy: TcpProxy) => Promise<void>,
) {
  await withProxy((server, endpoint) =>
    withCrowd({ server, seed, people: 1 }, ({ pages: [ana] }) =>
      withCrowd({ server, endpoint, seed, people, pages }, (crowd) =>
        act(ana as ChaosPerson, crowd.pages, endpoint),
      ),
    ),
  )
}
