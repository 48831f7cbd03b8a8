import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import type { ChaosPerson } from './chaos-person.ts'
import { withServer } from './chaos-server.ts'
import { findFlaws } from './checker.ts'
import { Crowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { History } from './history.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const MIB = 2 ** 20
const TEXT = 'x'.repeat(900)

test('T17 who stops reading costs nothing, disturbs nobody and misses nothing', async () => {
  const { messages, growthMiB } = sizes.slowReader
  const history = new History()
  await withServer({}, async (server) => {
    const idle = server.process.residentBytes
    const crowd = await Crowd.enter({
      ...{ server, history, seed, people: 6 },
      // Else the one who does not read gives its connection up before it learns who did first.
      pages: { answerWithinMs: 2 * sizes.timeoutMs },
    })
    const [slow, other, ...writers] = crowd.pages as [ChaosPerson, ChaosPerson, ...ChaosPerson[]]
    let highest = 0
    /** So many messages for one reader; resolves when all are acknowledged. */
    const flow = async (reader: ChaosPerson): Promise<void> => {
      const goal = history.acknowledged + messages
      while (history.acknowledged < goal) {
        for (const writer of writers) {
          if (writer.outbox.unsent.length < 4) writer.say(reader.id, TEXT)
        }
        highest = Math.max(highest, server.process.residentBytes)
        await sleep(0)
      }
      const isQuiet = (): boolean => writers.every(({ outbox }) => outbox.unsent.length === 0)
      await waitFor('all is acknowledged', isQuiet)
    }
    try {
      await crowd.start()
      await flow(other)
      const usual = highest
      slow.socket.pause()
      await flow(slow)
      slow.socket.resume()
      await waitFor('the reader is back', () => slow.openings > 1)
      await crowd.settle()
      const closed = history.events.flatMap((event) => (event.kind === 'closed' ? [event] : []))
      await crowd.writeEvidence()
      noteFigures('slow reader', {
        messages,
        'idle MiB': Math.round(idle / MIB),
        'highest MiB with a reader': Math.round(usual / MIB),
        'growth MiB without': Math.round((highest - usual) / MIB),
        resumed: slow.resumptions,
      })
      expect(closed.map(({ code }) => code)).toContain(CLOSE.slowReader)
      expect(closed.filter(({ by }) => by !== slow.id)).toEqual([])
      expect(highest - usual).toBeLessThan(growthMiB * MIB)
    } finally {
      crowd.stop()
    }
  })
  expect(findFlaws(history.events, { everythingAnswered: true })).toEqual([])
})
