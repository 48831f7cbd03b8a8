import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { WaitingCounts } from '#contract/monitor.ts'
import { seen } from '#test/worker/seen.ts'
import { MonitorStorage } from './monitor-storage.ts'
import { ReportCounts } from './report-counts.ts'

/** Counts whose questions to D1 the test answers. */
async function withAnswers(
  use: (rig: {
    counts: ReportCounts
    storage: MonitorStorage
    asked: PromiseWithResolvers<WaitingCounts>[]
    told: WaitingCounts[]
  }) => Promise<void>,
): Promise<void> {
  const monitor = env.MONITOR.getByName(crypto.randomUUID())
  await runInDurableObject(monitor, async (_, state) => {
    const storage = new MonitorStorage(state.storage)
    const asked: PromiseWithResolvers<WaitingCounts>[] = []
    const told: WaitingCounts[] = []
    const ask = () => {
      const question = Promise.withResolvers<WaitingCounts>()
      asked.push(question)
      return question.promise
    }
    const counts = new ReportCounts(storage, ask, (changed) => told.push(changed))
    await use({ counts, storage, asked, told })
  })
}

test('R32 D1 is asked once at a time, and changes meanwhile share one question', () =>
  withAnswers(async ({ counts, storage, asked, told }) => {
    const renewals = ['A', 'B', 'B'].map((barId) => counts.renew(barId))
    await seen(() => asked.length > 0)
    expect(asked).toHaveLength(1)
    const late = [counts.renew('B'), counts.renew('C')]
    asked[0]?.resolve({ A: 1, B: 1 })
    await Promise.all(renewals)
    await seen(() => asked.length === 2)
    asked[1]?.resolve({ A: 1, B: 2 })
    await Promise.all(late)
    expect(asked).toHaveLength(2)
    expect(told).toEqual([
      { A: 1, B: 1 },
      { B: 2, C: 0 },
    ])
    expect(storage.reports).toEqual({ A: 1, B: 2 })
  }))

test('R32 a question that D1 does not answer holds up no later one, and what it missed is told then', () =>
  withAnswers(async ({ counts, storage, asked, told }) => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const failed = counts.renew('A')
    await seen(() => asked.length === 1)
    asked[0]?.reject(new Error('away'))
    await failed
    expect(logged.mock.calls.join()).toContain('reports_not_counted')
    expect(told).toEqual([])
    const renewed = counts.renew()
    await seen(() => asked.length === 2)
    asked[1]?.resolve({ A: 3 })
    await renewed
    expect(told).toEqual([{ A: 3 }])
    expect(storage.reports).toEqual({ A: 3 })
    const quiet = counts.renew()
    await seen(() => asked.length === 3)
    asked[2]?.resolve({ A: 3 })
    await quiet
    expect(told).toHaveLength(1)
  }))
