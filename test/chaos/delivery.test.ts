import { expect, inject, test } from 'vitest'
import { withServer } from './chaos-server.ts'
import { withCrowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const { messages, people, tabs } = sizes.delivery

test('T6 R14 each page is told exactly what its person wrote elsewhere or was written, in the one order', async () => {
  // Any two: the pairs of the row are those that the seed picks, message by message.
  const partners = people - 1
  await withServer({}, (server) =>
    withCrowd({ server, seed, people, tabs: () => tabs, partners }, async (crowd) => {
      const { history } = crowd
      const startedAt = Date.now()
      crowd.chat(4)
      await crowd.flow(messages, sizes.timeoutMs)
      crowd.stopWriting()
      await crowd.settle()
      const seconds = (Date.now() - startedAt) / 1_000
      const said = history.events.flatMap((event) => (event.kind === 'say' ? [event] : []))
      const pairs = new Set(said.map(({ by, to }) => [by, to].sort().join()))
      noteFigures('delivery', {
        pages: crowd.pages.length,
        acknowledged: history.acknowledged,
        'per second': Math.round(history.acknowledged / seconds),
        pairs: pairs.size,
      })
      expect(history.acknowledged).toBeGreaterThanOrEqual(messages)
      expect(pairs.size).toBe((people * (people - 1)) / 2)
      // A message reaches the writer's other pages and all of the receiver's, each once, and no other page.
      const due = said.length * (2 * tabs - 1)
      await waitFor('every delivery', () => history.deliveries >= due)
      expect(await crowd.end()).toEqual([])
      expect(history.deliveries).toBe(due)
    }),
  )
})
