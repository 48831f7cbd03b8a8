import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { TcpProxy } from '#test/server/tcp-proxy.ts'
import { withServer } from './chaos-server.ts'
import { findFlaws } from './checker.ts'
import { Crowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { History } from './history.ts'
import { Random } from './random.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')

test('R3 a message whose acknowledgement was lost is stored once', async () => {
  const { messages, people, lost } = sizes.lostAcks
  const history = new History()
  const random = new Random(seed, 'acks')
  let cuts = 0
  await withServer({}, async (server) => {
    const proxy = await TcpProxy.listen(() => server.port)
    const crowd = await Crowd.enter({
      ...{ server, endpoint: proxy, history, seed, people },
      pages: { hurry: 1_000 },
    })
    try {
      await crowd.start()
      proxy.all((connection) => connection.reset())
      proxy.judge = (direction, piece) => {
        const isAck = direction === 'toClient' && piece.includes('"stored"')
        if (!isAck || !crowd.isWriting || !random.chance(lost)) return 'pass'
        cuts += 1
        return 'cut'
      }
      crowd.chat(3)
      await waitFor('messages flow', () => history.acknowledged >= messages, sizes.timeoutMs)
      crowd.stopWriting()
      await crowd.settle()
      await crowd.writeEvidence()
    } finally {
      crowd.stop()
      await proxy.stop()
    }
  })
  noteFigures('lost acks', { acknowledged: history.acknowledged, 'connections cut': cuts })
  expect(cuts).toBeGreaterThan(messages * lost * 0.3)
  expect(findFlaws(history.events, { everythingAnswered: true })).toEqual([])
})

test('R3 a repeated id gets the first answer, from another page and with another text', async () => {
  const history = new History()
  await withServer({}, async (server) => {
    const crowd = await Crowd.enter({ server, history, seed, people: 3, tabs: () => 2 })
    try {
      await crowd.start()
      const [ana, anaToo, bia, , caio] = crowd.pages
      if (!ana || !anaToo || !bia || !caio) throw new Error('Somebody is missing.')
      const id = randomUUID()
      ana.say(bia.id, 'a primeira', id)
      await crowd.settle()
      anaToo.say(bia.id, 'outra coisa', id)
      await crowd.settle()
      anaToo.say(caio.id, 'noutra conversa', id)
      await crowd.settle()
      const textsWith = async (partner: string): Promise<string[]> =>
        (await ana.api.fetchConversation(partner)).map(({ text }) => text)
      expect(await textsWith(bia.id)).toEqual(['a primeira'])
      expect(await textsWith(caio.id)).toEqual(['noutra conversa'])
      expect(bia.messagesWith(ana.id).map(({ text }) => text)).toEqual(['a primeira'])
      const answers = history.events.flatMap((event) =>
        event.kind === 'stored' && event.message.to === bia.id ? [event.message] : [],
      )
      expect(answers).toHaveLength(2)
      expect(answers[1]).toEqual(answers[0])
    } finally {
      crowd.stop()
    }
  })
})
