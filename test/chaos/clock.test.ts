import { expect, inject, test } from 'vitest'
import { TIMINGS } from '#contract/timings.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import { findFlaws } from './checker.ts'
import { Crowd } from './crowd.ts'
import { enter } from './door.ts'
import { noteFigures } from './figures.ts'
import type { HistoryEvent } from './history.ts'
import { History } from './history.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')

/** Seconds ahead of the true time, one after the other. */
const HOUR = 3_600
const MOVES = [-HOUR, HOUR, 0, -2 * HOUR, -HOUR]
const BACK_WITHIN_MS = 60_000

test('R15 however the clock of the host is put, messages keep their order and their times', async () => {
  const { people, messages } = sizes.clock
  const history = new History()
  /** What the server's own word says of how far its clock was put. */
  const seen: number[] = []
  await withServer({ fakeClock: true }, async (server) => {
    const { clock } = server
    if (!clock) throw new Error('The server has the true clock.')
    const crowd = await Crowd.enter({ server, history, seed, people, pages: { hurry: 10 } })
    const flow = async (): Promise<void> => {
      const goal = history.acknowledged + messages
      await waitFor('messages flow', () => history.acknowledged >= goal, BACK_WITHIN_MS)
    }
    try {
      await crowd.start()
      crowd.chat(2)
      await flow()
      for (const [at, move] of MOVES.entries()) {
        clock.set(move)
        // A host that takes over has a clock of its own.
        if (at % 2 === 1) await server.restart()
        await flow()
        seen.push(await readClock(server))
      }
      crowd.hush()
      await crowd.settle(BACK_WITHIN_MS)
      await crowd.writeEvidence()
    } finally {
      crowd.stop()
    }
  })
  noteFigures('clock', { moves: MOVES.length, acknowledged: history.acknowledged })
  for (const [at, seconds] of seen.entries()) expect(seconds - (MOVES[at] ?? 0)).toBeCloseTo(0, -2)
  expect(findFlaws(history.events, { everythingAnswered: true })).toEqual([])
  expect(findSetBack(history.events)).toEqual([])
})

/** Whatever was written after a message of the same two was acknowledged is not older than that one. */
function findSetBack(events: readonly HistoryEvent[]): string[] {
  const newest = new Map<string, number>()
  const notBefore = new Map<string, number>()
  return events.flatMap((event) => {
    if (event.kind === 'say') {
      const pair = [event.by, event.to].sort().join()
      notBefore.set(event.id, newest.get(pair) ?? 0)
    }
    if (event.kind !== 'stored') return []
    const { id, from, to, createdAt } = event.message
    const pair = [from, to].sort().join()
    newest.set(pair, Math.max(newest.get(pair) ?? 0, createdAt))
    return createdAt < (notBefore.get(id) ?? 0) ? [`${id} is older than what it follows`] : []
  })
}

/** Seconds that the server's clock is ahead of ours, by the end of a visit that begins now. */
async function readClock(server: ChaosServer): Promise<number> {
  const [, elsewhere = ''] = server.barIds
  const { secret } = await enter(server, elsewhere, { name: 'Testemunha' })
  const [, , expiry = ''] = secret.split('.')
  return (Number.parseInt(expiry, 36) - TIMINGS.visitMs - Date.now()) / 1_000
}
