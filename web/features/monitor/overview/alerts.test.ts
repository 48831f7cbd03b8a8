import { expect, test } from 'vitest'
import { sumAlerts, toAlerts } from './alerts.ts'

const NOTHING = { calls: {}, reports: {} }
const aCall = (barId: string, state = 'open') => ({ barId, state })

test('a bar with a section counts its open calls, whatever the monitor has counted', () => {
  const calls = [aCall('A'), aCall('A'), aCall('A', 'coming'), aCall('B', 'left')]
  const monitored = { ...NOTHING, calls: { A: 3, B: 1 } }
  const alerts = toAlerts(calls, new Map(), monitored, ['A', 'B'])
  expect(alerts.get('A')).toEqual({ calls: 2, reports: 0 })
  expect(sumAlerts(alerts)).toEqual({ calls: 2, reports: 0 })
})

test('T57 a bar without a section has the number of calls that the monitor tells', () => {
  const monitored = { calls: { A: 1, B: 2, C: 0 }, reports: { B: 4 } }
  // The section of B was open before.
  const alerts = toAlerts([aCall('A'), aCall('B')], new Map(), monitored, ['A'])
  expect(alerts.get('A')).toEqual({ calls: 1, reports: 0 })
  expect(alerts.get('B')).toEqual({ calls: 2, reports: 4 })
  expect(sumAlerts(alerts)).toEqual({ calls: 3, reports: 4 })
})

test('listed reports replace the number that the monitor tells', () => {
  const monitored = { ...NOTHING, reports: { A: 1, B: 2 } }
  const alerts = toAlerts([], new Map([['A', 3]]), monitored, ['A'])
  expect(alerts.get('A')).toEqual({ calls: 0, reports: 3 })
  expect(alerts.get('B')).toEqual({ calls: 0, reports: 2 })
})
