import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { OwnData } from '#contract/own-data.ts'
import { toApi } from '#contract/paths.ts'
import type { ChaosPerson } from './chaos-person.ts'
import { withServer } from './chaos-server.ts'
import { Crowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { History } from './history.ts'
import { Victims } from './victims.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const MIB = 2 ** 20
const TEXT = 'x'.repeat(100)
const ACK_MS = 2_500
const GROWTH_MIB = 128

test('T15 ten downloads of one’s own data at once keep nobody waiting and fill no memory', async () => {
  const { messages, ackPart } = sizes.ownData
  const history = new History()
  await withServer({}, async (server) => {
    const victims = await Victims.enter(server, seed)
    const crowd = await Crowd.enter({ server, history, seed, people: 2 })
    const [ana, bia] = crowd.pages as [ChaosPerson, ChaosPerson]
    try {
      await crowd.start()
      while (history.acknowledged < messages) {
        for (const [from, to] of [
          [ana, bia],
          [bia, ana],
        ] as const) {
          while (from.outbox.unsent.length < 8) from.say(to.id, TEXT)
        }
        await sleep(0)
      }
      const isQuiet = () => crowd.pages.every(({ outbox }) => outbox.unsent.length === 0)
      await waitFor('all is acknowledged', isQuiet)
      const idle = server.process.residentBytes
      let highest = idle
      const watch = setInterval(() => {
        highest = Math.max(highest, server.process.residentBytes)
      }, 5)
      const talking = victims.talk(10)
      const beganAt = Date.now()
      const downloads = Array.from({ length: 2 * LIMITS.ownDataBurst }, async (_, at) => {
        const answer = await (at % 2 === 0 ? ana : bia).api.ask(toApi.visit(server.barId))
        return answer.arrayBuffer()
      })
      const bodies = await Promise.all(downloads)
      const tookMs = Date.now() - beganAt
      victims.stopTalking()
      await talking
      clearInterval(watch)
      // Parsed only now: it would hold up the victims of this process.
      for (const body of bodies) {
        const { conversations }: OwnData = JSON.parse(Buffer.from(body).toString())
        expect(conversations).toHaveLength(1)
        expect(conversations[0]?.messages.length).toBe(history.acknowledged)
      }
      noteFigures('own data', {
        messages: history.acknowledged,
        'ten downloads ms': tookMs,
        'growth MiB': Math.round((highest - idle) / MIB),
        'ack p50 ms': victims.ackMs(0.5),
        'ack max ms': victims.ackMs(1),
      })
      expect((highest - idle) / MIB).toBeLessThan(GROWTH_MIB)
      expect(victims.ackMs(ackPart)).toBeLessThanOrEqual(ACK_MS)
    } finally {
      crowd.stop()
      victims.stop()
    }
  })
})
