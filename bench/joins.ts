import { buildApp } from '#scripts/build-app.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement } from './bench.ts'
import { Child } from './child.ts'
import type { CrowdOrder } from './crowd.ts'
import type { Seen } from './joins-seen.ts'

const BAR_ID = 'BENCH3'
const JOINS = Number(process.env.BENCH_JOINS ?? 600)
const WITHIN_MS = 10_000
const FRAMES_MAX = 12
const SETTLED_MS_MAX = 700

async function measure(): Promise<Measurement> {
  await buildApp()
  const seen = await withBars([BAR_ID], {}, async ({ origin }) => {
    const crowd = new Child('crowd.ts')
    try {
      const order = {
        order: 'join',
        origin,
        barId: BAR_ID,
        count: JOINS,
        withinMs: WITHIN_MS,
      } as const
      return await crowd.ask<Seen>({ ...order, present: [] } satisfies CrowdOrder)
    } finally {
      crowd.end()
    }
  })
  const framesPerJoin = seen.frames / seen.joins
  return {
    report: [
      `${JOINS} people come into an empty bar within ${WITHIN_MS / 1_000} s, each over HTTP and a socket of`,
      'their own; what each page received is played through the page’s own reducer.',
      '',
      '| | |',
      '|---|---:|',
      `| frames of facts delivered, per join | ${framesPerJoin.toFixed(1)} |`,
      `| the same if each event were a frame | ${((JOINS + 1) / 2).toFixed(0)} |`,
      `| bytes of facts delivered, per join | ${(seen.bytes / seen.joins).toFixed(0)} |`,
      `| from asking to the list, median | ${seen.enterMs.toFixed(0)} ms |`,
      `| from the last profile to the last page’s last change | ${seen.settledMs.toFixed(0)} ms |`,
    ].join('\n'),
    verdicts: [
      {
        claim: `at most ${FRAMES_MAX} frames delivered per join`,
        found: framesPerJoin.toFixed(1),
        isKept: framesPerJoin <= FRAMES_MAX,
      },
      {
        claim: 'every page’s totals and loaded people are exact',
        found: `${seen.pages - seen.wrong} of ${JOINS}`,
        isKept: seen.wrong === 0 && seen.pages === JOINS,
      },
      {
        claim: `${SETTLED_MS_MAX} ms after the last join at the latest`,
        found: `${seen.settledMs.toFixed(0)} ms`,
        isKept: seen.settledMs <= SETTLED_MS_MAX,
      },
    ],
  }
}

export const joinsBench: Bench = { title: 'A crowd comes: what telling everybody costs', measure }
