import type { Bench } from './bench.ts'
import { chatBench } from './chat.ts'
import { firstPaintBench } from './first-paint.ts'
import { monitorBench } from './monitor.ts'
import { scannerBench } from './scanner.ts'

/** By the number of the budget in docs/performance.md. */
const BENCHES: Record<string, Bench> = {
  B2: chatBench,
  B8: monitorBench,
  B9: scannerBench,
  B10: firstPaintBench,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(
    `No bench is called ${unknown.join(', ')}. There are ${Object.keys(BENCHES).join(', ')}.`,
  )
  process.exit(1)
}
for (const [name, { title, measure }] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n## ${name} ${title}\n`)
  const { report, verdicts } = await measure()
  console.log(report)
  for (const { claim, found, isKept } of verdicts) {
    console.log(`${isKept ? '✓' : '✗'} ${claim}: ${found}`)
    if (!isKept) process.exitCode = 1
  }
}
