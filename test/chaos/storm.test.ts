import { expect, inject, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import { readBuiltWorker, withServer } from './chaos-server.ts'
import { withCrowd } from './crowd.ts'
import { expectWithin } from './expect-within.ts'
import { noteFigures, percentile } from './figures.ts'

const { seed, sizes } = inject('chaos')
const { people } = sizes.storm

const ONE_ADDRESS = '203.0.113.7'
const ALL_BACK_WITHIN_MS = 10_000
const P99_WITHIN_MS = 5_000

test('R16 R5 a crowd whose server is replaced is back after one try each, and asks D1 nothing', async () => {
  /** When each connection was tried, from the moment on in which something serves again. */
  const tries: number[] = []
  const { upgradesBurstPerNetwork } = LIMITS
  const onConnecting = () => tries.push(Date.now())
  // No page gives up a connection because the machine is slow.
  const pongWithinMs = WAIT_HANGS_AFTER_MS
  const pages = { scrolls: false, address: ONE_ADDRESS, onConnecting, pongWithinMs }
  await withServer({ limits: { upgradesBurstPerNetwork } }, (server) =>
    withCrowd({ server, seed, people, pages }, async (crowd) => {
      /** The time from the end of the old server to each page's reconnection. */
      const backMs = await crowd.comeBack(async () => {
        await server.kill()
        server.deploy(`${readBuiltWorker()}\n// the next version`)
        await server.restart()
        tries.length = 0
      })
      const queries = await server.listQueries()
      noteFigures('storm', {
        clients: people,
        'back p50 ms': percentile(backMs, 0.5),
        'back p99 ms': percentile(backMs, 0.99),
        'all back ms': Math.max(...backMs),
        'handshakes in the busiest second': countBusiest(tries),
        'D1 queries': queries.length,
      })
      expect(backMs).toHaveLength(people)
      // No page is refused, so the wait before its one try is all it waits (web/socket/back-off.test.ts).
      expect(tries).toHaveLength(people)
      expectWithin(Math.max(...backMs), ALL_BACK_WITHIN_MS)
      expectWithin(percentile(backMs, 0.99), P99_WITHIN_MS)
      expect(queries).toEqual([])
    }),
  )
})

/** How many of these moments at most lie within one second. */
function countBusiest(moments: readonly number[]): number {
  return moments.reduce((most, from) => {
    const within = moments.filter((moment) => moment >= from && moment < from + 1_000)
    return Math.max(most, within.length)
  }, 0)
}
