import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import type { ChaosServer } from './chaos-server.ts'
import { readBuiltWorker, withServer } from './chaos-server.ts'
import type { Crowd } from './crowd.ts'
import { withCrowd } from './crowd.ts'
import { expectWithin } from './expect-within.ts'
import { noteFigures, percentile } from './figures.ts'

const { seed, sizes } = inject('chaos')
const { evenings, deploys, people, messages } = sizes.deploys

const BACK_WITHIN_MS = 5_000
/** A connection that held for ten seconds resets the back-off, so deploys are at least that far apart. */
const HELD_MS = 10_000

test('R5 after each of many deploys while people talk, all are back soon and nothing is lost', async () => {
  const played = Array.from({ length: evenings }, (_, at) => playEvening(`${seed}/${at}`))
  const results = await Promise.all(played)
  /** The time from the end of the old version to the reconnection, of each page at each deploy. */
  const backMs = results.flatMap((one) => one.backMs)
  noteFigures('deploys', {
    deploys: evenings * deploys,
    returns: backMs.length,
    acknowledged: results.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    'back p50 ms': percentile(backMs, 0.5),
    'back p99 ms': percentile(backMs, 0.99),
    'back max ms': Math.max(...backMs),
  })
  expectWithin(percentile(backMs, 0.99), BACK_WITHIN_MS)
})

/** An evening of one bar's server that is deployed again and again, and when pages were back. */
function playEvening(seed: string): Promise<{ backMs: number[]; acknowledged: number }> {
  return withServer({}, (server) =>
    withCrowd({ server, seed, people, tabs: (at) => 1 + (at % 2) }, async (crowd) => {
      const backMs: number[] = []
      crowd.chat(1)
      for (let number = 1; number <= deploys; number += 1) {
        if (number > 1) await sleep(HELD_MS)
        await crowd.flow(messages)
        backMs.push(...(await deploy(server, crowd, `version ${number}`)))
      }
      expect(await crowd.end()).toEqual([])
      return { backMs, acknowledged: crowd.history.acknowledged }
    }),
  )
}

/**
 * Replaces the running version by another one, as a deploy does: every socket is cut, and no handler
 * runs. Returns how long after it each page was back.
 */
async function deploy(server: ChaosServer, crowd: Crowd, version: string): Promise<number[]> {
  server.deploy(`${readBuiltWorker()}\nconsole.log('${version}')`)
  const backMs = await crowd.comeBack(() => server.restart())
  if (!server.output.includes(version)) throw new Error(`It is not ${version} that serves.`)
  return backMs
}
