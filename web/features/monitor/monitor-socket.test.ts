import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { aBoard, aFrame, aSnapshot } from '#test/fakes/monitor.ts'

import { ANA, live, settle } from '#test/fakes/monitor-rig.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('R32 a gap in the numbers of the counts, or a number that stands still elsewhere, brings a new connection', async () => {
  const { network, state, counts } = await live()
  for (const number of [1, 2]) {
    counts().tell({ type: 'still', number })
    await settle(1_000)
    expect(network.opened).toHaveLength(1 + number)
  }
  counts().tell(aSnapshot({ A: [1, 1], B: [1, 1] }, { number: 7 }))
  expect(state()).toMatchObject({ status: 'live', board: { online: 2 } })
  counts().tell(aFrame(9, { counts: { B: [5, 5] } }))
  await settle(5_000)
  expect(network.opened).toHaveLength(4)
})

test('T57 the bars with calls are those of the last frames, or of a poll while the counts are away', async () => {
  const { state, counts, polls, cut } = await live()
  const hear = (number: number, calls: Record<string, number>) => {
    counts().tell(aFrame(number, { calls }))
    return state().calling
  }
  expect(hear(2, { B: 2, C: 1 })).toEqual(['B', 'C'])
  expect(hear(3, { B: 0 })).toEqual(['C'])
  expect(hear(4, {})).toEqual(['C'])
  polls.answer = async () => ({ ...aBoard({ A: [ANA] }), calls: { D: 1 } })
  cut(counts())
  await settle(TIMINGS.monitorPollMs)
  expect(state().calling).toEqual(['D'])
})

test('a new list of bars is reported once, from a frame, a poll or a restarted monitor', async () => {
  const { network, polls, incidents, counts, cut } = await live()
  const reports = () => incidents.filter(({ type }) => type === 'barListChanged').length
  counts().tell(aFrame(2, { counts: { A: [0, 1] } }))
  expect(reports()).toBe(0)
  for (const number of [3, 4]) counts().tell(aFrame(number, { barList: 'second' }))
  expect(reports()).toBe(1)
  polls.show({ A: [ANA] }, { barList: 'third' })
  cut(counts())
  await settle(TIMINGS.monitorPollMs)
  expect(reports()).toBe(2)
  network.isUp = true
  await settle(10_000)
  counts().tell(aSnapshot({}, { barList: 'fourth' }))
  expect(reports()).toBe(3)
})
