import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import { aBoard, aFrame, aSnapshot } from '#test/fakes/monitor.ts'

import { ANA, aClient, live, settle } from '#test/fakes/monitor-rig.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('R32 a gap in the numbers of the frames brings a new connection', async () => {
  const { network, state, counts } = await live()
  counts().tell({ type: 'still', number: 2 })
  await settle(1_000)
  expect(network.opened).toHaveLength(2)
  counts().tell({ type: 'still', number: 4 })
  await settle(1_000)
  expect(network.opened).toHaveLength(3)
  counts().tell(aSnapshot({ A: [1, 1], B: [1, 1] }))
  expect(state()).toMatchObject({ status: 'live', board: { online: 2 } })
  counts().tell(aFrame(3, { counts: { B: [5, 5] } }))
  await settle(5_000)
  expect(network.opened).toHaveLength(4)
})

test('T57 the bars with calls are those of the last frames, or of a poll while the counts are away', async () => {
  const { state, counts, polls, cut } = await live()
  const hear = (number: number, calls: Record<string, number>) => {
    counts().tell(aFrame(number, { calls }))
    return state()
  }
  expect(hear(2, { B: 2, C: 1 })).toMatchObject({ calling: ['B', 'C'], calls: { B: 2, C: 1 } })
  expect(hear(3, { B: 0, C: 2 })).toMatchObject({ calling: ['C'], calls: { B: 0, C: 2 } })
  expect(hear(4, {})).toMatchObject({ calling: ['C'], calls: { B: 0, C: 2 } })
  polls.answer = async () => ({ ...aBoard({ A: [ANA] }), calls: { D: 1 } })
  cut(counts())
  await settle(TIMINGS.monitorPollMs)
  expect(state()).toMatchObject({ calling: ['D'], calls: { D: 1 } })
})

test('R32 a frame or poll sets the reports of every bar; only bars without a section tell of changes', async () => {
  const { state, counts, polls, cut, incidents } = await live()
  const told = () => incidents.splice(0).filter(({ type }) => type === 'reports')
  const hear = (number: number, reports: Record<string, number>) => {
    counts().tell(aFrame(number, { reports }))
    return [state().reports, told()]
  }
  expect(hear(2, { A: 1 })).toEqual([{ A: 1 }, []])
  expect(hear(3, { B: 2 })).toEqual([
    { A: 1, B: 2 },
    [{ type: 'reports', barIds: ['B'], first: ['B'] }],
  ])
  expect(hear(4, { B: 2 })).toMatchObject([{ A: 1, B: 2 }, [{ barIds: ['B'], first: [] }]])
  expect(hear(5, { B: 0 })).toMatchObject([{ A: 1, B: 0 }, [{ barIds: ['B'], first: [] }]])
  polls.answer = async () => ({ ...aBoard({ A: [ANA] }), reports: { C: 1 } })
  cut(counts())
  await settle(TIMINGS.monitorPollMs)
  expect(state().reports).toEqual({ C: 1 })
  expect(told()).toMatchObject([{ barIds: ['B', 'C'], first: ['C'] }])
})

test('R32 reports of a first frame are no news', async () => {
  const { connection, counts, incidents } = aClient()
  connection.start()
  await settle()
  counts().tell({ ...aSnapshot({}), reports: { B: 2 } })
  expect(incidents.filter(({ type }) => type === 'reports')).toMatchObject([{ first: [] }])
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
