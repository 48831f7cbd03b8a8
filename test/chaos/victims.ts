import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import type { ChaosPerson } from './chaos-person.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withCrowd } from './crowd.ts'
import { expectWithin } from './expect-within.ts'
import { percentile } from './figures.ts'
import { waitFor } from './wait-for.ts'
import type { WorkerdProcess } from './workerd-process.ts'

const MIB = 2 ** 20
/** Ten times what a victim waits on a quiet machine. */
const ACK_MS = 2_500
/** Growth above an idle workerd, without its program's own pages, which a crowd merely loads. */
export const GROWTH_MIB = 128
const LOOK_EVERY_MS = 5
/** The pause between messages under honest limits: each of the two people may send one a second. */
export const HONEST_EVERY_MS = 550

/** Measures what the victims experience, and the server's memory. */
export interface Besides<T> {
  /** The result of the misbehaviour. */
  result: T
  /** The time within which this part of all acknowledgements came. */
  ackMs: (part: number) => number
  /** How much was said and is not with the other one. */
  missing: number
  /** At most, of memory without the program's own pages. */
  growthMiB: number
  figures: Record<string, number>
}

/** Two ordinary people talk within every limit while `misbehave` runs. */
export async function besideVictims<T>(
  server: ChaosServer,
  everyMs: number,
  misbehave: (acksMs: readonly number[]) => Promise<T>,
): Promise<Besides<T>> {
  const memory = watchMemory(server.process)
  const { seed } = inject('chaos')
  return withCrowd({ server, seed, people: 2 }, async (crowd) => {
    const [ana, bia] = crowd.pages as [ChaosPerson, ChaosPerson]
    const acksMs: number[] = []
    let said = 0
    let isOver = false
    const talk = async (): Promise<void> => {
      while (!isOver) {
        const [from, to] = said % 2 === 0 ? [ana, bia] : [bia, ana]
        const saidAt = performance.now()
        from.say(to.id, `frase ${said}`)
        said += 1
        await waitFor('the acknowledgement', () => from.unsent.length === 0)
        acksMs.push(performance.now() - saidAt)
        await sleep(everyMs)
      }
    }
    const misbehaving = misbehave(acksMs).finally(() => {
      isOver = true
    })
    const [result] = await Promise.all([misbehaving, talk()])
    const growthMiB = memory.growthMiB()
    await crowd.settle()
    const shown = () => Math.min(ana.messagesWith(bia.id).length, bia.messagesWith(ana.id).length)
    await waitFor('the last delivery', () => shown() >= said, WAIT_HANGS_AFTER_MS).catch(() => {})
    const ackMs = (part: number) => Math.round(percentile(acksMs, part))
    const figures = {
      'victims said': acksMs.length,
      'ack p50 ms': ackMs(0.5),
      'ack p99 ms': ackMs(0.99),
      'ack max ms': ackMs(1),
      'growth MiB': growthMiB,
    }
    return { result, ackMs, missing: said - shown(), growthMiB, figures }
  }).finally(memory.stop)
}

/** They lost nothing, and of a hundred acknowledgements 99 came in time. */
export function expectUndisturbed({ ackMs, missing }: Besides<unknown>, withinMs = ACK_MS): void {
  expect(missing).toBe(0)
  expectWithin(ackMs(0.99), Math.max(ACK_MS, withinMs))
}

/** The most that a process works with, above what it works with now. */
function watchMemory(workerd: WorkerdProcess): { growthMiB(): number; stop(): void } {
  const before = workerd.workingBytes
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, workerd.workingBytes)
  }, LOOK_EVERY_MS)
  return { growthMiB: () => Math.round((most - before) / MIB), stop: () => clearInterval(timer) }
}
