import { expect, inject, test } from 'vitest'
import { withServer } from './chaos-server.ts'
import { Crowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { History } from './history.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')

test('R33 two upgrades at the same moment both become connections', async () => {
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
      const isHeard = (): boolean =>
        history.events.filter(({ kind }) => kind === 'heard').length === crowd.pages.length * 3
      await waitFor('each message is with three other pages', isHeard)
    } finally {
      crowd.stop()
    }
  })
})
