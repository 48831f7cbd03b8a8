import { createHash, randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '../contract/limits.ts'
import { readLocalPepper } from '../scripts/administrators.ts'
import { buildApp } from '../scripts/build.ts'
import { runLocalSql } from '../scripts/database.ts'
import { makeBarIds } from '../test/server/bar-ids.ts'
import { mintSessionToken } from '../worker/auth/tokens.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement, Verdict } from './bench.ts'
import {
  atMost,
  judgeLoad,
  never,
  RUNS,
  takeRuns,
  toFigure,
  toSpread,
  toTable,
  toText,
} from './bench.ts'
import { RAISED_LIMITS } from './chat.ts'
import type { BarVisit } from './monitor-visits.ts'
import { enterAll, switchPresence } from './monitor-visits.ts'
import type { Received } from './monitor-watcher.ts'
import { connectMonitor } from './monitor-watcher.ts'
import type { Spent } from './processes.ts'
import { findRuntime, readCpuMs, startSpending, toCores } from './processes.ts'

const BARS = Number(process.env.BENCH_BARS ?? 1_000)
const PEOPLE_PER_BAR = 10
const CHANGES_PER_SECOND = 20
const BUSY_S = 15
const QUIET_S = 60
/** The grace of everybody who has no page, and what a busy machine still has to send. */
const SETTLES_WITHIN_S = 180
const TIDY_S = 75
const FIRST_BYTES_MAX = 60_000
/** Of each socket. */
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
  sockets: number
  firstBytes: number
  quiet: Watched
  /** Storage files that the quiet minute changed. */
  written: string[]
  busy: Watched[]
}

async function measure(): Promise<Measurement> {
  await buildApp()
  const token = mintSessionToken(readLocalPepper())
  const board = await withBars(
    BAR_IDS,
    { vars: { RAISED_LIMITS } },
    async ({ origin }, stateDir) => {
      await runLocalSql(stateDir, toInsertSession(token))
      const visits = await enterAll(origin, BAR_IDS, PEOPLE_PER_BAR)
      return watch(origin, token, visits, stateDir)
    },
  )
  return { report: report(board), verdicts: judge(board) }
}

async function watch(
  origin: string,
  token: string,
  visits: BarVisit[],
  stateDir: string,
): Promise<Board> {
  const shown = BAR_IDS.slice(0, LIMITS.boardSections)
  const board = await connectMonitor(origin, token, shown)
  const firstBytes = board.take().bytes
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

  const switching = switchPresence(origin, visits, CHANGES_PER_SECOND)
  // The first who left are counted out only when their grace is over.
  await sleep(15_000)
  const busy = await takeRuns(() => watchFor(BUSY_S))
  switching.stop()
  board.close()
  return { sockets: board.sockets, firstBytes, quiet, written, busy }
}

/** Of a second, and to how many digits. */
const FIGURES = {
  frames: [({ frames, seconds }) => frames / seconds, 2],
  bytes: [({ bytes, seconds }) => bytes / seconds, 0],
  'presence changes': [({ changes, seconds }) => changes / seconds, 1],
  'server’s CPU, ms': [({ serverMs, seconds }) => serverMs / seconds, 0],
  'load’s CPU, ms': [({ cpuMs, seconds }) => cpuMs / seconds, 0],
} satisfies Record<string, [of: (watched: Watched) => number, digits: number]>

function report({ sockets, firstBytes, quiet, busy }: Board): string {
  const columns = Object.values(FIGURES).map(([of, digits]) => ({ of: toFigure(busy, of), digits }))
  return [
    `${BARS} bars of ${PEOPLE_PER_BAR}, one administrator, ${sockets} sockets; of a busy second the medians of ${RUNS} times`,
    `${BUSY_S} s. Bytes are those of the frames that all of its sockets received, their headers`,
    'included; the load’s CPU is that of who switches presence and of who watches.',
    '',
    toTable(
      ['', ...Object.keys(FIGURES)],
      [
        ['first screen', sockets, toText(firstBytes), '', '', ''],
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

function judge({ sockets, firstBytes, quiet, written, busy }: Board): Verdict[] {
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
    atMost(FIRST_BYTES_MAX, 'bytes of the first screen', firstBytes),
    atMost(QUIET_BYTES_MAX, 'bytes of a socket in a quiet minute', quiet.bytes / sockets),
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
  return `INSERT INTO accounts (id, email, role, created_at) VALUES ('${id}', 'bench@brinde.test', 'admin', ${now});
INSERT INTO admin_sessions (token_hash, account_id, created_at, last_used_at, expires_at)
  VALUES ('${hash}', '${id}', ${now}, ${now}, ${now + 86_400_000});`
}

/** The local server traces requests, and its D1 counts every question in the file that answers it. */
const NOT_OURS = /observability|[\\/]d1[\\/]/

/** Every storage file of a server's state, by what is in it: looking into one moves its dates. */
function listFiles(stateDir: string): Map<string, string> {
  const files = globSync('**/*.sqlite*', { cwd: stateDir })
  // Memory maps (-shm) are touched by readers too.
  const ours = files.filter((file) => !NOT_OURS.test(file) && !file.endsWith('-shm'))
  return new Map(ours.map((file) => [file, hashOf(`${stateDir}/${file}`)]))
}

/** In how many files of which folder something else stands now, such as `3 × v3/do/brinde-BarRoom`. */
function findWrittenFiles(stateDir: string, before: Map<string, string>): string[] {
  const counts = new Map<string, number>()
  for (const [file, hash] of listFiles(stateDir)) {
    const folder = dirname(file)
    // A journal that is emptied or removed has written nothing new.
    if ((before.get(file) ?? EMPTY) !== hash && hash !== EMPTY)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].map(([folder, count]) => `${count} × ${folder}`)
}

const EMPTY = createHash('sha256').digest('hex')

function hashOf(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    return EMPTY // a journal that went while we looked
  }
}

export const monitorBench: Bench = {
  title: 'The monitor: what one administrator costs',
  measure,
}
