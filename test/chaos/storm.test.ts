import { expect, inject, test } from 'vitest'
import { readBuiltWorker, withServer } from './chaos-server.ts'
import { Crowd } from './crowd.ts'
import { noteFigures, percentile } from './figures.ts'
import { History } from './history.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const { people } = sizes.storm

const ALL_BACK_WITHIN_MS = 10_000
const P99_WITHIN_MS = 5_000

test('R16 R5 everybody is back soon after the server is, and D1 is not asked', async () => {
  await withServer({}, async (server) => {
    const crowd = await Crowd.enter({
      ...{ server, history: new History(), seed, people },
      pages: { scrolls: false },
    })
    try {
      await crowd.start()
      await server.kill()
      server.deploy(`${readBuiltWorker()}\n// the next version`)
      await server.restart()
      const servedAt = Date.now()
      const backMs: number[] = []
      const waiting = new Set(crowd.pages)
      await waitFor(
        'everybody is back',
        () => {
          for (const page of waiting) {
            if (!page.isConnected || page.openings < 2) continue
            backMs.push(Date.now() - servedAt)
            waiting.delete(page)
          }
          return waiting.size === 0
        },
        60_000,
      )
      const queries = await server.countQueries()
      noteFigures('storm', {
        clients: people,
        'back p50 ms': percentile(backMs, 0.5),
        'back p99 ms': percentile(backMs, 0.99),
        'all back ms': Math.max(...backMs),
        'D1 queries': queries,
      })
      expect(queries).toBe(0)
      expect(percentile(backMs, 0.99)).toBeLessThanOrEqual(P99_WITHIN_MS)
      expect(Math.max(...backMs)).toBeLessThanOrEqual(ALL_BACK_WITHIN_MS)
    } finally {
      crowd.stop()
    }
  })
})
