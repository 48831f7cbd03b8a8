import { setTimeout as sleep } from 'node:timers/promises'
import { makeLocalSecrets } from '#scripts/local-secrets.ts'
import { inRoot } from '#scripts/paths.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement } from './bench.ts'
import { Child } from './child.ts'
import { countedBench } from './counted.ts'
import type { CrowdOrder } from './crowd.ts'
import type { Patron } from './enter.ts'
import { enter } from './enter.ts'
import { findRuntime, readCpuMs } from './server-cpu.ts'

const BAR_ID = 'BENCH6'
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 1_000)
const SILENT_S = 60
/** Graces, what is still to be copied, and the ten seconds after which the platform puts a room away. */
const RESTS_WITHIN_S = 45
const AT_ONCE = 16

const inSmall = countedBench('B6', '', ['worker/room/silence.test.ts'])

async function measure(): Promise<Measurement> {
  const counted = await inSmall.measure()
  makeLocalSecrets()
  let printed = ''
  const options = {
    config: inRoot('wrangler.toml'),
    script: inRoot('bench/silence/worker.ts'),
    onOutput: (text: string) => {
      printed += text
    },
  }
  const silence = await withBars([BAR_ID], options, async ({ origin }, stateDir) => {
    const patrons: Patron[] = []
    const waiting = Array.from({ length: PEOPLE }, (_, index) => index).values()
    const lane = async (): Promise<void> => {
      for (const index of waiting) patrons.push(await enter(origin, BAR_ID, index))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    const crowd = new Child('crowd.ts')
    try {
      await crowd.ask({ order: 'seat', origin, barId: BAR_ID, patrons } satisfies CrowdOrder)
      await sleep(RESTS_WITHIN_S * 1_000)
      const pid = findRuntime(stateDir)
      printed = ''
      const before = readCpuMs(pid)
      await sleep(SILENT_S * 1_000)
      return { ran: printed, cpuMs: readCpuMs(pid) - before }
    } finally {
      crowd.end()
    }
  })
  return report(counted, silence)
}

function report(counted: Measurement, { ran, cpuMs }: { ran: string; cpuMs: number }): Measurement {
  const count = (what: string) => ran.split(`room: ${what};`).length - 1
  const [alarms, wakes, timers] = [count('alarm'), count('woken'), count('timer')]
  const others = ['upgrade', 'frame', 'close', 'error'].reduce((sum, one) => sum + count(one), 0)
  return {
    report: [
      counted.report,
      '',
      `| ${PEOPLE} people who only ping, ${SILENT_S} s | |`,
      '|---|---:|',
      `| runs of the agenda’s alarm | ${alarms} |`,
      `| runs of any other handler | ${others} |`,
      `| timers set | ${timers} |`,
      `| times that the room was made anew, having been put away | ${wakes} |`,
      `| CPU of the server’s process, ${3 * PEOPLE} pings answered | ${cpuMs} ms |`,
    ].join('\n'),
    verdicts: [
      ...counted.verdicts,
      { claim: 'no handler runs but the agenda’s', found: String(others), isKept: others === 0 },
      { claim: 'no timer is set', found: String(timers), isKept: timers === 0 },
      {
        // An alarm less than ten seconds after another finds the room where that one left it.
        claim: 'the room hibernates: the agenda found it put away',
        found: `${wakes} of ${alarms} times`,
        isKept: wakes > 0,
      },
    ],
  }
}

export const silenceBench: Bench = {
  title: 'Silence: what people who say nothing cost',
  measure,
}
