import { expect, inject, test } from 'vitest'
import { noteFigures, percentile } from './figures.ts'
import type { KillRun } from './kill-run.ts'
import { runKills } from './kill-run.ts'

const { seed, sizes } = inject('chaos')

test('R1 R2 R14 R23 after many kills all acknowledged messages are kept once, in order, and presence too', async () => {
  const { evenings, ...evening } = sizes.kill
  const runs: KillRun[] = []
  for (let at = 0; at < evenings; at += 1) {
    runs.push(await runKills({ ...evening, seed: `${seed}/${at}` }))
  }
  const total = (of: (run: KillRun) => number): number =>
    runs.reduce((sum, run) => sum + of(run), 0)
  const outagesMs = runs.flatMap((run) => run.outagesMs)
  const [kills, acknowledged] = [outagesMs.length, total((run) => run.acknowledged)]
  noteFigures('kill', {
    kills,
    acknowledged,
    flaws: total(({ flaws }) => flaws.length),
    'everybody back p50 ms': percentile(outagesMs, 0.5),
    'everybody back p99 ms': percentile(outagesMs, 0.99),
  })
  expect(kills).toBeGreaterThanOrEqual(evenings * evening.kills)
  expect(acknowledged).toBeGreaterThanOrEqual(evenings * evening.messages)
  expect(runs.flatMap(({ flaws }) => flaws)).toEqual([])
})
