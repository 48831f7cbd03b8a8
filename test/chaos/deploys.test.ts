import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import type { ChaosPerson } from './chaos-person.ts'
import type { ChaosServer } from './chaos-server.ts'
import { readBuiltWorker, withServer } from './chaos-server.ts'
import { findFlaws } from './checker.ts'
import { Crowd } from './crowd.ts'
import { noteFigures, percentile } from './figures.ts'
import { History } from './history.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const { evenings, deploys, people, messages, backPart } = sizes.deploys

const BACK_WITHIN_MS = 5_000 * sizes.patience
const ALL_BACK_WITHIN_MS = 60_000
/** A page whose connection has held for ten seconds begins its waits anew: no deploys come closer. */
const HELD_MS = 10_000

test('R5 however often a new version is deployed while people talk, all are back soon and nothing is lost', async () => {
  const histories = Array.from({ length: evenings }, () => new History())
  const played = histories.map((history, at) => playEvening(history, `${seed}/${at}`))
  /** For each page and deploy, from the moment in which the old version went. */
  const backMs = (await Promise.all(played)).flat()
  noteFigures('deploys', {
    deploys: evenings * deploys,
    returns: backMs.length,
    acknowledged: histories.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    'back p50 ms': percentile(backMs, 0.5),
    'back p99 ms': percentile(backMs, 0.99),
    'back max ms': Math.max(...backMs),
  })
  for (const { events } of histories) {
    expect(findFlaws(events, { everythingAnswered: true })).toEqual([])
  }
  expect(percentile(backMs, backPart)).toBeLessThanOrEqual(BACK_WITHIN_MS)
})

/** An evening of one bar's server that is deployed again and again. Returns when pages were back. */
async function playEvening(history: History, seed: string): Promise<number[]> {
  const backMs: number[] = []
  await withServer({}, async (server) => {
    const crowd = await Crowd.enter({ server, history, seed, people, tabs: (at) => 1 + (at % 2) })
    try {
      await crowd.start()
      crowd.chat(1)
      for (let number = 1; number <= deploys; number += 1) {
        const goal = history.acknowledged + messages
        if (number > 1) await sleep(HELD_MS)
        await waitFor('messages flow', () => history.acknowledged >= goal, ALL_BACK_WITHIN_MS)
        backMs.push(...(await deploy(server, crowd, `version ${number}`)))
      }
      crowd.stopWriting()
      await crowd.settle()
      await crowd.writeEvidence()
    } finally {
      crowd.stop()
    }
  })
  return backMs
}

/**
 * Replaces the running version by another one, as a deploy does: every socket is cut, and no handler
 * runs. Returns how long after it each page was back.
 */
async function deploy(server: ChaosServer, { pages }: Crowd, version: string): Promise<number[]> {
  const openings = new Map(pages.map((page) => [page, page.openings]))
  server.deploy(`${readBuiltWorker()}\nconsole.log('${version}')`)
  const cutAt = Date.now()
  await server.restart()
  const backMs = new Map<ChaosPerson, number>()
  const noteReturns = (): boolean => {
    for (const page of pages) {
      const isBack = page.isConnected && page.openings > (openings.get(page) ?? 0)
      if (isBack && !backMs.has(page)) backMs.set(page, Date.now() - cutAt)
    }
    return backMs.size === pages.length
  }
  await waitFor('everybody is back', noteReturns, ALL_BACK_WITHIN_MS)
  if (!server.output.includes(version)) throw new Error(`It is not ${version} that serves.`)
  return [...backMs.values()]
}
