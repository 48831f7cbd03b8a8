import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { toInsertBars } from '#scripts/bar-rows.ts'
import { buildApp } from '#scripts/build-app.ts'
import { migrateLocalDatabase, runLocalSql } from '#scripts/local-database.ts'
import { inRoot } from '#scripts/paths.ts'
import { startServer } from '#scripts/serve.ts'
import { makeBarIds } from '#test/support/bar-ids.ts'
import type { Bench, Measurement } from './bench.ts'
import type { Customer } from './monitor-customers.ts'
import { enterAll, switchPresence } from './monitor-customers.ts'
import { connectMonitor } from './monitor-watcher.ts'
import { findWrittenFiles, listFiles } from './written-files.ts'

const BARS = Number(process.env.BENCH_BARS ?? 1_000)
const PEOPLE_PER_BAR = 10
const CHANGES_PER_SECOND = 20
const BUSY_S = 60
const QUIET_S = 60
/** The grace of everybody who has no page, and what a busy machine still has to send. */
const SETTLES_WITHIN_S = 180
const TIDY_S = 75
const QUIET_BYTES_MAX = 200
const BUSY_BYTES_MAX = 2_000
const BUSY_FRAMES_MAX = 2

const BAR_IDS = makeBarIds('BAR', BARS)

async function measure(): Promise<Measurement> {
  const stateDir = inRoot(`.local/bench/${randomUUID()}`)
  mkdirSync(stateDir, { recursive: true })
  const token = randomBytes(32).toString('base64url')
  await buildApp()
  await migrateLocalDatabase(stateDir)
  await runLocalSql(stateDir, toInsertBars(BAR_IDS.map(toBar), 'http://localhost'))
  await runLocalSql(stateDir, toInsertSession(token))
  const server = await startServer({ stateDir })
  try {
    const customers = await enterAll(server.origin, BAR_IDS, PEOPLE_PER_BAR)
    return await watch(server.origin, token, customers, stateDir)
  } finally {
    await server.stop()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

async function watch(
  origin: string,
  token: string,
  customers: Customer[],
  stateDir: string,
): Promise<Measurement> {
  const board = await connectMonitor(origin, token)
  const snapshotBytes = board.take().bytes
  await board.quiet(SETTLES_WITHIN_S)
  // Rooms that nobody needs fall asleep; the first renewal after that tidies their journals.
  await sleep(TIDY_S * 1_000)

  board.take()
  const before = listFiles(stateDir)
  await sleep(QUIET_S * 1_000)
  const quiet = board.take()
  const written = findWrittenFiles(stateDir, before)

  const switching = switchPresence(origin, customers, CHANGES_PER_SECOND)
  // The first who left are counted out only when their grace is over.
  await sleep(15_000)
  board.take()
  await sleep(BUSY_S * 1_000)
  const busy = board.take()
  switching.stop()
  board.close()

  const framesPerSecond = busy.frames / BUSY_S
  const bytesPerSecond = busy.bytes / BUSY_S
  const row = (what: string, ...cells: (string | number)[]) => `| ${[what, ...cells].join(' | ')} |`
  const report = [
    `${BARS} bars of ${PEOPLE_PER_BAR}, one administrator. Bytes are those of the frames that the`,
    'administrator’s socket received, their headers included.',
    '',
    row('', 'frames', 'bytes', 'presence changes'),
    '|---|---:|---:|---:|',
    row('first frame', 1, snapshotBytes, ''),
    row(`${QUIET_S} quiet seconds`, quiet.frames, quiet.bytes, quiet.changes),
    row(`${BUSY_S} busy seconds`, busy.frames, busy.bytes, busy.changes),
    row(
      'a busy second',
      framesPerSecond.toFixed(2),
      bytesPerSecond.toFixed(0),
      (busy.changes / BUSY_S).toFixed(1),
    ),
  ].join('\n')
  return {
    report,
    verdicts: [
      {
        claim: `at most ${BUSY_FRAMES_MAX} frames a second`,
        found: framesPerSecond.toFixed(2),
        isKept: framesPerSecond <= BUSY_FRAMES_MAX,
      },
      {
        claim: `at most ${BUSY_BYTES_MAX} bytes a second`,
        found: bytesPerSecond.toFixed(0),
        isKept: bytesPerSecond <= BUSY_BYTES_MAX,
      },
      {
        claim: `the load was there: ${CHANGES_PER_SECOND} changes a second, within a tenth`,
        found: (busy.changes / BUSY_S).toFixed(1),
        isKept: Math.abs(busy.changes / BUSY_S - CHANGES_PER_SECOND) <= CHANGES_PER_SECOND / 10,
      },
      {
        claim: `a quiet minute is at most ${QUIET_BYTES_MAX} bytes`,
        found: String(quiet.bytes),
        isKept: quiet.bytes <= QUIET_BYTES_MAX,
      },
      {
        claim: 'a quiet minute writes no row in a room or in the monitor',
        found: written.length === 0 ? 'no storage file has changed' : written.join(', '),
        isKept: written.length === 0,
      },
    ],
  }
}

const toBar = (id: string, index: number) => ({
  ...{ id, name: `Bar ${index + 1}`, address: 'Rua Augusta', number: '1' },
  ...{ city: 'São Paulo', state: 'SP' },
})

function toInsertSession(token: string): string {
  const id = randomUUID()
  const hash = createHash('sha256').update(token).digest('base64url')
  const now = Date.now()
  return `INSERT INTO admins (id, email, created_at) VALUES ('${id}', 'bench@brinde.test', ${now});
INSERT INTO admin_sessions (token_hash, admin_id, created_at, last_used_at, expires_at)
  VALUES ('${hash}', '${id}', ${now}, ${now}, ${now + 86_400_000});`
}

export const monitorBench: Bench = {
  title: 'The monitor: what one administrator costs',
  measure,
}
