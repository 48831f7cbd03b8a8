import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { TcpProxy } from '#test/server/tcp-proxy.ts'
import { withServer } from './chaos-server.ts'
import { withCrowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { Random } from './random.ts'

const { seed, sizes } = inject('chaos')

test('R3 a message whose acknowledgement was lost is stored once', async () => {
  const { messages, people, lost } = sizes.lostAcks
  const random = new Random(seed, 'acks')
  let cuts = 0
  await withServer({}, async (server) => {
    const endpoint = await TcpProxy.listen(() => server.port)
    const pages = { hurry: 1_000 }
    await withCrowd({ server, endpoint, seed, people, pages }, async (crowd) => {
      endpoint.all((connection) => connection.reset())
      endpoint.judge = (direction, piece) => {
        const isAck = direction === 'toClient' && piece.includes('"stored"')
        if (!isAck || !crowd.isWriting || !random.chance(lost)) return 'pass'
        cuts += 1
        return 'cut'
      }
      crowd.chat(3)
      await crowd.flow(messages, sizes.timeoutMs)
      expect(await crowd.end()).toEqual([])
      const { acknowledged } = crowd.history
      noteFigures('lost acks', { acknowledged, 'connections cut': cuts })
      expect(cuts).toBeGreaterThan(messages * lost * 0.3)
    }).finally(() => endpoint.stop())
  })
})

test('R3 a repeated id gets the first answer, from another page and with another text', async () => {
  await withServer({}, (server) =>
    withCrowd({ server, seed, people: 3, tabs: () => 2 }, async (crowd) => {
      const [ana, anaToo, bia, , caio] = crowd.pages
      if (!ana || !anaToo || !bia || !caio) throw new Error('Somebody is missing.')
      const id = randomUUID()
      for (const [page, to, text] of [
        [ana, bia, 'a primeira'],
        [anaToo, bia, 'outra coisa'],
        [anaToo, caio, 'noutra conversa'],
      ] as const) {
        page.say(to.id, text, id)
        await crowd.settle()
      }
      const textsWith = async (partner: string): Promise<string[]> =>
        (await ana.api.fetchConversation(partner)).map(({ text }) => text)
      expect(await textsWith(bia.id)).toEqual(['a primeira'])
      expect(await textsWith(caio.id)).toEqual(['noutra conversa'])
      expect(bia.messagesWith(ana.id).map(({ text }) => text)).toEqual(['a primeira'])
      const answers = crowd.history.events.flatMap((event) =>
        event.kind === 'stored' && event.message.to === bia.id ? [event.message] : [],
      )
      expect(answers).toHaveLength(2)
      expect(answers[1]).toEqual(answers[0])
    }),
  )
})
