import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { withServer } from './chaos-server.ts'
import { findFlaws } from './checker.ts'
import { Crowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { History } from './history.ts'
import { Random } from './random.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')

test('R25 after a pause of the process everybody is told exactly what they missed', async () => {
  const { pauses, shortestMs, longestMs, people, messages } = sizes.pauses
  const history = new History()
  const random = new Random(seed, 'pauses')
  // As short against the pauses as a real page's heartbeat is against real ones.
  const scale = longestMs / 60_000
  await withServer({}, async (server) => {
    const crowd = await Crowd.enter({
      ...{ server, history, seed, people },
      pages: {
        hurry: 1 / scale,
        pingEveryMs: TIMINGS.pingEveryMs * scale,
        answerWithinMs: TIMINGS.pongWithinMs * scale,
      },
    })
    const hasNoticed = (): boolean => crowd.pages.every(({ isConnected }) => !isConnected)
    try {
      await crowd.start()
      crowd.chat(2)
      for (let done = 0; done < pauses; done += 1) {
        const goal = history.acknowledged + messages
        await waitFor('messages flow', () => history.acknowledged >= goal, 60_000)
        await sleep(random.between(0, 20))
        server.process.freeze()
        await sleep(done === 0 ? longestMs : random.between(shortestMs, longestMs))
        if (done === 0) await waitFor('everybody has noticed', hasNoticed)
        server.process.thaw()
      }
      const back = history.acknowledged + messages
      await waitFor('messages flow again', () => history.acknowledged >= back, 60_000)
      crowd.stopWriting()
      await crowd.settle()
      await crowd.writeEvidence()
      expect(crowd.pages.every((page) => page.openings > 1)).toBe(true)
    } finally {
      crowd.stop()
    }
  })
  noteFigures('pauses', {
    pauses,
    acknowledged: history.acknowledged,
    'connections lost': history.events.filter(({ kind }) => kind === 'closed').length,
  })
  expect(findFlaws(history.events, { everythingAnswered: true })).toEqual([])
})
