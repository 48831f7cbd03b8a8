import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import type { ProxiedConnection } from '#test/server/tcp-proxy.ts'
import { TcpProxy } from '#test/server/tcp-proxy.ts'
import type { ChaosPerson } from './chaos-person.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import { findFlaws } from './checker.ts'
import { Crowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { History } from './history.ts'
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

test('R10 whatever breaks their connections, people lose nothing', async () => {
  const { drops, people } = sizes.drops
  const history = new History()
  const random = new Random(seed, 'drops')
  const faults = Object.values(FAULTS)
  await withProxy(async (server, proxy) => {
    const crowd = await Crowd.enter({
      ...{ server, endpoint: proxy, history, seed, people },
      pages: { hurry: 1_000, pingEveryMs: 150, answerWithinMs: 300 },
    })
    try {
      await crowd.start()
      crowd.chat(2)
      for (let done = 0; done < drops; done += 1) {
        await waitFor('a connection', () => proxy.connections.size > 0)
        random.pick(faults)(random.pick([...proxy.connections]))
        await sleep(random.between(0, 30))
      }
      crowd.stopWriting()
      proxy.all((connection) => connection.reset())
      await crowd.settle()
      await crowd.writeEvidence()
    } finally {
      crowd.stop()
    }
  })
  noteFigures('drops', { drops, acknowledged: history.acknowledged })
  expect(findFlaws(history.events, { everythingAnswered: true })).toEqual([])
})

test('R10 who comes back from a lift is online within 2 s and has what was written meanwhile', async () => {
  await withProxy(async (server, proxy) => {
    const crowd = await Crowd.enter({ server, history: new History(), seed, people: 2 })
    const [ana] = crowd.pages
    const lift = await Crowd.enter({
      ...{ server, endpoint: proxy, history: new History(), seed, people: 1 },
      // The longest waits that its back-off could choose: after the third try, four seconds.
      pages: { random: () => 1, hurry: 2 },
    })
    const [bia] = lift.pages
    try {
      if (!ana || !bia) throw new Error('Somebody is missing.')
      await Promise.all([crowd.start(), lift.start()])
      proxy.all((connection) => connection.blackhole())
      proxy.refusing = true
      for (const text of ['um', 'dois', 'três']) ana.say(bia.id, text)
      await crowd.settle()
      expect(bia.messagesWith(ana.id)).toEqual([])
      bia.lose()
      await waitFor('it has tried thrice', () => proxy.refused >= 3)
      proxy.refusing = false
      const signalAt = Date.now()
      bia.comeBack()
      await waitFor(
        'the messages',
        () => bia.messagesWith(ana.id).length === 3 && bia.isSettled,
        2_000,
      )
      noteFigures('lift', { 'back after ms': Date.now() - signalAt })
      expect(bia.messagesWith(ana.id).map(({ text }) => text)).toEqual(['um', 'dois', 'três'])
      expect(ana.people.get(bia.id)?.online).toBe(true)
    } finally {
      crowd.stop()
      lift.stop()
    }
  })
})

test('R26 who never returns is shown offline within 45 s, however the connection ended', async () => {
  const { faults: names } = sizes.gone
  await withProxy(async (server, proxy) => {
    const ends = { server, history: new History(), seed }
    const crowd = await Crowd.enter({ ...ends, people: 1 })
    const gone = await Crowd.enter({ ...ends, endpoint: proxy, people: names.length })
    const [ana] = crowd.pages as [ChaosPerson]
    const isOnline = ({ id }: ChaosPerson): boolean | undefined => ana.people.get(id)?.online
    try {
      await Promise.all([crowd.start(), gone.start()])
      await waitFor('everybody is online', () => gone.pages.every(isOnline))
      proxy.refusing = true
      for (const [at, connection] of [...proxy.connections].entries())
        FAULTS[names[at] ?? '']?.(connection)
      const brokenAt = Date.now()
      await waitFor('all are offline', () => !gone.pages.some(isOnline), 46_000)
      noteFigures('gone', { 'offline after ms': Date.now() - brokenAt })
    } finally {
      crowd.stop()
      gone.stop()
    }
  })
})
