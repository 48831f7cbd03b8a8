import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import { Crowd } from './crowd.ts'
import { enter } from './endpoint.ts'
import { noteFigures } from './figures.ts'
import { History } from './history.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')

test('R33 two upgrades at the same moment both become connections, and the room sleeps later', async () => {
  const { pairs } = sizes.upgrades
  const history = new History()
  await withServer({}, async (server) => {
    const crowd = await Crowd.enter({
      ...{ server, history, seed, people: pairs, tabs: () => 2 },
      pages: { scrolls: false },
    })
    try {
      const startedAt = Date.now()
      for (const page of crowd.pages) page.start()
      await waitFor('all are connected', () => crowd.pages.every((page) => page.isSettled), 60_000)
      noteFigures('upgrades', { pairs, 'all open after ms': Date.now() - startedAt })
      expect(crowd.pages.map((page) => page.openings)).toEqual(crowd.pages.map(() => 1))
      for (const page of crowd.pages) crowd.sayOne(page)
      await crowd.settle()
      const isHeard = (): boolean => history.deliveries === crowd.pages.length * 3
      await waitFor('each message is with three other pages', isHeard)
      expect(await hasSlept(server, crowd)).toBe(true)
      const heard = history.deliveries
      for (const page of crowd.pages) crowd.sayOne(page)
      await crowd.settle()
      const isHeardAgain = (): boolean => history.deliveries === heard + crowd.pages.length * 3
      await waitFor('each message after the sleep is with three other pages', isHeardAgain)
      expect(crowd.pages.map((page) => page.openings)).toEqual(crowd.pages.map(() => 1))
    } finally {
      crowd.stop()
    }
  })
})

/**
 * The graces of who has just come, and then the ten seconds after which the platform puts a room away,
 * with as much again for a busy machine.
 */
const RESTS_MS = TIMINGS.offlineGraceMs + 22_000

/** Lets the room rest. Who comes then is told to everybody, with the wake of the room that tells it. */
async function hasSlept(server: ChaosServer, { pages }: Crowd): Promise<boolean> {
  const [before] = pages.map(({ state }) => state)
  await sleep(RESTS_MS)
  await enter(server, server.barId, { name: 'Depois' })
  const people = (before?.total ?? 0) + 1
  await waitFor('all are told of the new person', () =>
    pages.every(({ state }) => state.total === people),
  )
  return pages.every(({ state }) => state.epoch !== before?.epoch)
}
