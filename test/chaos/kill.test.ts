import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { FlawKind } from './checker.ts'
import { noteFigures, percentile } from './figures.ts'
import type { KillRun } from './kill-run.ts'
import { runKills } from './kill-run.ts'

const { seed, sizes } = inject('chaos')

describe('evenings on a server that dies again and again', () => {
  const runs: KillRun[] = []
  const total = (of: (run: KillRun) => number): number =>
    runs.reduce((sum, run) => sum + of(run), 0)
  const flawsOf = (...kinds: FlawKind[]): string[] =>
    runs
      .flatMap(({ flaws }) => flaws)
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ what }) => what)

  beforeAll(async () => {
    const { evenings, ...evening } = sizes.kill
    for (let at = 0; at < evenings; at += 1) {
      runs.push(await runKills({ ...evening, seed: `${seed}/${at}` }))
    }
    const outagesMs = runs.flatMap((run) => run.outagesMs)
    noteFigures('kill', {
      kills: total(({ kills }) => kills),
      acknowledged: total(({ acknowledged }) => acknowledged),
      flaws: total(({ flaws }) => flaws.length),
      'everybody back p50 ms': percentile(outagesMs, 0.5),
      'everybody back p99 ms': percentile(outagesMs, 0.99),
    })
  })

  test('R1 keep what was acknowledged, once, under one number, in one order', () => {
    const { evenings, kills, messages } = sizes.kill
    expect(total((run) => run.kills)).toBeGreaterThanOrEqual(evenings * kills)
    expect(total((run) => run.acknowledged)).toBeGreaterThanOrEqual(evenings * messages)
    expect(flawsOf('lost', 'doubled', 'renumbered', 'reordered', 'half-sent')).toEqual([])
  })

  test('R2 answer every message that a page keeps sending', () => {
    expect(flawsOf('unanswered')).toEqual([])
  })

  test('R14 show every page of a person the same conversations', () => {
    expect(flawsOf('incomplete', 'stranger')).toEqual([])
  })

  test('R23 remember who is here and who is online', () => {
    expect(flawsOf('people', 'presence')).toEqual([])
  })
})
