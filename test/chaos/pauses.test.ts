import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { withServer } from './chaos-server.ts'
import { withCrowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { Random } from './random.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')

test('R25 after a pause of the process everybody is told exactly what they missed', async () => {
  const { pauses, shortestMs, longestMs, people, messages } = sizes.pauses
  const random = new Random(seed, 'pauses')
  // Scales the page's heartbeat to these pauses as the real one relates to pauses of a minute.
  const scale = longestMs / 60_000
  const pages = {
    hurry: 1 / scale,
    pingEveryMs: TIMINGS.pingEveryMs * scale,
    // A busy machine may take a second for an answer.
    pongWithinMs: Math.max(5_000, TIMINGS.pongWithinMs * scale),
  }
  await withServer({}, (server) =>
    withCrowd({ server, seed, people, pages }, async (crowd) => {
      const hasNoticed = (): boolean => crowd.pages.every(({ isConnected }) => !isConnected)
      crowd.chat(2)
      for (let done = 0; done < pauses; done += 1) {
        await crowd.flow(messages)
        await sleep(random.between(0, 20))
        server.process.freeze()
        await sleep(done === 0 ? longestMs : random.between(shortestMs, longestMs))
        if (done === 0) await waitFor('everybody has noticed', hasNoticed)
        server.process.thaw()
      }
      await crowd.flow(messages)
      expect(await crowd.end()).toEqual([])
      expect(crowd.pages.every((page) => page.openings > 1)).toBe(true)
      const { acknowledged, events } = crowd.history
      const lost = events.filter(({ kind }) => kind === 'closed').length
      noteFigures('pauses', { pauses, acknowledged, 'connections lost': lost })
    }),
  )
})
