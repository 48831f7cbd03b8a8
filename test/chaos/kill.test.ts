import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { FlawKind } from './checker.ts'
import { noteFigures, percentile } from './figures.ts'
import type { KillRun } from './kill-run.ts'
import { runKills } from './kill-run.ts'

const { seed, sizes } = inject('chaos')

describe('an evening on a server that dies again and again', () => {
  let run: KillRun
  const flawsOf = (...kinds: FlawKind[]): string[] =>
    run.flaws.filter(({ kind }) => kinds.includes(kind)).map(({ what }) => what)

  beforeAll(async () => {
    run = await runKills({ seed, ...sizes.kill })
    noteFigures('kill', {
      kills: run.kills,
      acknowledged: run.acknowledged,
      flaws: run.flaws.length,
      'everybody back p50 ms': percentile(run.outagesMs, 0.5),
      'everybody back p99 ms': percentile(run.outagesMs, 0.99),
    })
  }, 3_600_000)

  test('R1 keeps what it acknowledged, once, under one number, in one order', () => {
    expect(run.kills).toBeGreaterThanOrEqual(sizes.kill.kills)
    expect(run.acknowledged).toBeGreaterThanOrEqual(sizes.kill.messages)
    expect(flawsOf('lost', 'doubled', 'renumbered', 'reordered', 'half-sent')).toEqual([])
  })

  test('R2 answers every message that a page keeps sending', () => {
    expect(flawsOf('unanswered')).toEqual([])
  })

  test('R14 shows every page of a person the same conversations', () => {
    expect(flawsOf('incomplete', 'stranger')).toEqual([])
  })

  test('R23 remembers who is here and who is online', () => {
    expect(flawsOf('people', 'presence')).toEqual([])
  })
})
