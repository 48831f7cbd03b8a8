import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '#scripts/build-app.ts'
import { runLocalSql } from '#scripts/local-database.ts'
import { makeBarIds } from '#test/server/bar-ids.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement, Verdict } from './bench.ts'
import type { Customer } from './monitor-customers.ts'
import { enterAll, switchPresence } from './monitor-customers.ts'
import type { Received } from './monitor-watcher.ts'
import { connectMonitor } from './monitor-watcher.ts'
import { RUNS, takeRuns, toFigure } from './runs.ts'
import { findRuntime, readCpuMs } from './server-cpu.ts'
import type { Spent } from './spent.ts'
import { startSpending, toCores } from './spent.ts'
import { toSpread, toTable, toText } from './tables.ts'
import { atMost, judgeLoad, never } from './verdicts.ts'
import { findWrittenFiles, listFiles } from './written-files.ts'

const BARS = Number(process.env.BENCH_BARS ?? 1_000)
const PEOPLE_PER_BAR = 10
const CHANGES_PER_SECOND = 20
const BUSY_S = 15
const QUIET_S = 60
/** The grace of everybody who has no page, and what a busy machine still has to send. */
const SETTLES_WITHIN_S = 180
const TIDY_S = 75
const QUIET_BYTES_MAX = 200
const BUSY_BYTES_MAX = 2_000
const BUSY_FRAMES_MAX = 2

const BAR_IDS = makeBarIds('BAR', BARS)

/** What the administrator's socket received in so many seconds, and what it cost. */
interface Watched extends Received, Spent {
  seconds: number
  /** Of the process that serves. */
  serverMs: number
}

interface Board {
  firstFrameBytes: number
  quiet: Watched
  /** Storage files that the quiet minute changed. */
  written: string[]
  busy: Watched[]
}

async function measure(): Promise<Measurement> {
  const token = randomBytes(32).toString('base64url')
  await buildApp()
  const board = await withBars(BAR_IDS, {}, async ({ origin }, stateDir) => {
    await runLocalSql(stateDir, toInsertSession(token))
    const customers = await enterAll(origin, BAR_IDS, PEOPLE_PER_BAR)
    return watch(origin, token, customers, stateDir)
  })
  return { report: report(board), verdicts: judge(board) }
}

async function watch(
  origin: string,
  token: string,
  customers: Customer[],
  stateDir: string,
): Promise<Board> {
  const board = await connectMonitor(origin, token)
  const firstFrameBytes = board.take().bytes
  await board.quiet(SETTLES_WITHIN_S)
  // Rooms that nobody needs fall asleep; the first renewal after that tidies their journals.
  await sleep(TIDY_S * 1_000)

  const pid = findRuntime(stateDir)
  const watchFor = async (seconds: number): Promise<Watched> => {
    board.take()
    const [before, spent] = [readCpuMs(pid), startSpending()]
    await sleep(seconds * 1_000)
    return { ...board.take(), ...spent(), seconds, serverMs: readCpuMs(pid) - before }
  }
  const before = listFiles(stateDir)
  await sleep(1_000) // what came while the files were read is not the minute's
  const quiet = await watchFor(QUIET_S)
  const written = findWrittenFiles(stateDir, before)

  const switching = switchPresence(origin, customers, CHANGES_PER_SECOND)
  // The first who left are counted out only when their grace is over.
  await sleep(15_000)
  const busy = await takeRuns(() => watchFor(BUSY_S))
  switching.stop()
  board.close()
  return { firstFrameBytes, quiet, written, busy }
}

/** Of a second, and to how many digits. */
const FIGURES = {
  frames: [({ frames, seconds }) => frames / seconds, 2],
  bytes: [({ bytes, seconds }) => bytes / seconds, 0],
  'presence changes': [({ changes, seconds }) => changes / seconds, 1],
  'server’s CPU, ms': [({ serverMs, seconds }) => serverMs / seconds, 0],
  'load’s CPU, ms': [({ cpuMs, seconds }) => cpuMs / seconds, 0],
} satisfies Record<string, [of: (watched: Watched) => number, digits: number]>

function report({ firstFrameBytes, quiet, busy }: Board): string {
  const columns = Object.values(FIGURES).map(([of, digits]) => ({ of: toFigure(busy, of), digits }))
  return [
    `${BARS} bars of ${PEOPLE_PER_BAR}, one administrator; of a busy second the medians of ${RUNS} times`,
    `${BUSY_S} s. Bytes are those of the frames that the administrator’s socket received, their headers`,
    'included; the load’s CPU is that of who switches presence and of who watches.',
    '',
    toTable(
      ['', ...Object.keys(FIGURES)],
      [
        ['first frame', 1, toText(firstFrameBytes), '', '', ''],
        [
          ...[`${QUIET_S} quiet seconds`, quiet.frames, quiet.bytes, quiet.changes],
          ...[toText(quiet.serverMs), toText(quiet.cpuMs)],
        ],
        ['a busy second', ...columns.map(({ of, digits }) => toText(of.median, digits))],
        ['from - to', ...columns.map(({ of, digits }) => toSpread(of, digits))],
      ],
    ),
  ].join('\n')
}

function judge({ quiet, written, busy }: Board): Verdict[] {
  const found = (what: keyof typeof FIGURES) => toFigure(busy, FIGURES[what][0]).median
  const changes = found('presence changes')
  return [
    atMost(BUSY_FRAMES_MAX, 'frames a second', found('frames'), 2),
    atMost(BUSY_BYTES_MAX, 'bytes a second', found('bytes')),
    {
      claim: `the load was there: ${CHANGES_PER_SECOND} changes a second, within a tenth`,
      found: toText(changes, 1),
      isKept: Math.abs(changes - CHANGES_PER_SECOND) <= CHANGES_PER_SECOND / 10,
    },
    judgeLoad(busy.map(toCores)),
    atMost(QUIET_BYTES_MAX, 'bytes in a quiet minute', quiet.bytes),
    never(
      `a storage file of a room or the monitor that a quiet minute changed${written.map((one) => ` (${one})`).join('')}`,
      [written.length],
    ),
  ]
}

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
