import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import type { ChaosPerson } from './chaos-person.ts'
import { withServer } from './chaos-server.ts'
import { withCrowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const { read, messages, growthMiB } = sizes.slowReader
const MIB = 2 ** 20
const TEXT = 'x'.repeat(900)

test('T17 a page that stops reading costs no memory, disturbs no other person and misses nothing', async () => {
  // A long wait, because the room must end the connection before the page itself gives it up.
  const pages = { pongWithinMs: 2 * sizes.timeoutMs }
  await withServer({}, (server) =>
    withCrowd({ server, seed, people: 6, pages }, async (crowd) => {
      const { history } = crowd
      const [slow, other, ...writers] = crowd.pages as [ChaosPerson, ChaosPerson, ...ChaosPerson[]]
      /** Writes `messages` to one reader. Returns the highest memory until all are acknowledged. */
      const flow = async (reader: ChaosPerson, messages: number): Promise<number> => {
        const goal = history.acknowledged + messages
        let highest = 0
        while (history.acknowledged < goal) {
          for (const writer of writers) if (writer.unsent.length < 4) writer.say(reader.id, TEXT)
          highest = Math.max(highest, server.process.residentBytes)
          await sleep(0)
        }
        const isQuiet = (): boolean => writers.every(({ unsent }) => unsent.length === 0)
        await waitFor('all is acknowledged', isQuiet)
        return highest
      }
      const usual = await flow(other, read)
      slow.socket.pause()
      const highest = await flow(slow, messages)
      slow.socket.resume()
      await waitFor('the reader is back', () => slow.openings > 1)
      await crowd.settle()
      const closed = history.events.flatMap((event) => (event.kind === 'closed' ? [event] : []))
      expect(await crowd.end()).toEqual([])
      noteFigures('slow reader', {
        messages,
        'highest MiB with a reader': Math.round(usual / MIB),
        'growth MiB without': Math.round((highest - usual) / MIB),
        resumed: slow.resumptions,
      })
      expect(closed.map(({ code }) => code)).toContain(CLOSE.slowReader)
      expect(closed.filter(({ by }) => by !== slow.id)).toEqual([])
      expect(highest - usual).toBeLessThan(growthMiB * MIB)
    }),
  )
})
