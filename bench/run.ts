import { installPackages } from '../scripts/run-tool.ts'
import { UserError } from '../scripts/user-error.ts'
import type { Bench } from './bench.ts'
import { busyListBench } from './busy-list.ts'
import { chatBench } from './chat.ts'
import { countedBench } from './counted.ts'
import { firstPaintBench } from './first-paint.ts'
import { headersBench } from './headers.ts'
import { heapBench } from './heap.ts'
import { joinsBench } from './joins.ts'
import { listBench } from './list.ts'
import { monitorBench } from './monitor.ts'
import { patronEveningBench } from './patron-evening.ts'
import { scannerBench } from './scanner.ts'
import { silenceBench } from './silence.ts'
import { wakesBench } from './wakes.ts'

/** The keys are the budget numbers of docs/performance.md. */
const BENCHES: Record<string, Bench> = {
  B2: chatBench,
  B3: joinsBench,
  B4: countedBench('B4', 'Entering a bar: bytes until the first screen', [
    'worker/room/people/people-index.test.ts',
  ]),
  B5: countedBench('B5', 'Rows: what an evening writes and reads', ['worker/room/rows.test.ts']),
  B6: silenceBench,
  B7: countedBench(
    'B7',
    'Far hops: trips of 120 ms that wait for one another',
    ['worker/routes/far-hops.test.ts'],
    { BENCH_TRIP_MS: '120' },
  ),
  B8: monitorBench,
  B9: scannerBench,
  B10: firstPaintBench,
  B11: wakesBench,
  B12: busyListBench,
  B14: patronEveningBench,
  list: listBench,
  headers: headersBench,
  heap: heapBench,
}

/** Measures the named benches, or all. Returns false if a budget is exceeded or could not be measured. */
export async function runBenches(asked: string[]): Promise<boolean> {
  const unknown = asked.filter((name) => !(name in BENCHES))
  if (unknown.length > 0) {
    throw new UserError(
      `No bench is called ${unknown.join(', ')}. There are ${Object.keys(BENCHES).join(', ')}.`,
    )
  }
  installPackages('bench')
  let areKept = true
  for (const [name, { title, measure }] of Object.entries(BENCHES)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    console.log(`\n## ${name} ${title}\n`)
    try {
      const { report, verdicts } = await measure()
      console.log(report)
      for (const { claim, found, isKept } of verdicts) {
        console.log(`${isKept ? '✓' : '✗'} ${claim}: ${found}`)
        areKept &&= isKept
      }
    } catch (error) {
      console.log(`✗ ${name} ended before it was measured: ${error}`)
      areKept = false
    }
  }
  return areKept
}
