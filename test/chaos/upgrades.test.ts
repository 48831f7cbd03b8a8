import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import type { Crowd } from './crowd.ts'
import { withCrowd } from './crowd.ts'
import { enter } from './endpoint.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')

test('R33 two upgrades at the same moment both become connections, and the room sleeps later', async () => {
  const { pairs } = sizes.upgrades
  await withServer({}, (server) => {
    const options = { server, seed, people: pairs, tabs: () => 2, pages: { scrolls: false } }
    return withCrowd(options, async (crowd) => {
      const { pages, history } = crowd
      const sayAll = async (): Promise<void> => {
        const heard = history.deliveries
        for (const page of pages) crowd.sayOne(page)
        await crowd.settle()
        const areHeard = (): boolean => history.deliveries === heard + pages.length * 3
        await waitFor('each message is with three other pages', areHeard)
        expect(pages.map(({ openings }) => openings)).toEqual(pages.map(() => 1))
      }
      await sayAll()
      expect(await hasSlept(server, crowd)).toBe(true)
      await sayAll()
    })
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
