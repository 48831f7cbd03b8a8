import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '../contract/limits.ts'
import { CLOSE } from '../contract/protocol.ts'
import { buildApp } from '../scripts/build.ts'
import { runLocalSql } from '../scripts/database.ts'
import type { Received } from '../test/client/board-page.ts'
import { BoardPage } from '../test/client/board-page.ts'
import { inLanes } from '../test/client/in-lanes.ts'
import { nodeNetwork } from '../test/client/node-network.ts'
import { openRoom } from '../test/client/person.ts'
import type { RoomSocket } from '../test/client/room-socket.ts'
import { takeAdmin, toInsertAdmins } from '../test/server/admin-pool.ts'
import { makeBarIds } from '../test/server/bar-ids.ts'
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
import type { Credentials } from './enter.ts'
import { enter } from './enter.ts'
import type { Spent } from './processes.ts'
import { findRuntime, readCpuMs, startSpending, toCores } from './processes.ts'

const BARS = Number(process.env.BENCH_BARS ?? 1_000)
const PEOPLE_PER_BAR = 10
const CHANGES_PER_SECOND = 20
/** How long a page stays open. Its person goes offline long before they return. */
const OPEN_MS = 5_000
/** One minute over all runs, in which each section pings once. */
const BUSY_S = 60 / RUNS
const QUIET_S = 60
/** The grace period of people without a page, and the time that a busy machine needs to send the rest. */
const SETTLES_WITHIN_S = 180
const TIDY_S = 75
const FIRST_BYTES_MAX = 60_000
/** Limits for each socket. */
const QUIET_BYTES_MAX = 200
const BUSY_BYTES_MAX = 2_000
const BUSY_FRAMES_MAX = 2
/** Files of the local server's traces, and of its D1, which counts every query in the answering file. */
const NOT_OURS = /observability|[\\/]d1[\\/]/

const BAR_IDS = makeBarIds('BAR', BARS)

type BarVisit = Credentials & { barId: string }

/** The traffic of the administrator's sockets in `seconds`, and its cost. */
interface Watched extends Received, Spent {
  seconds: number
  /** CPU time of the server process. */
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
  const options = { vars: { RAISED_LIMITS } }
  const board = await withBars(BAR_IDS, options, async ({ origin }, stateDir) => {
    await runLocalSql(stateDir, toInsertAdmins())
    const { sessionToken } = takeAdmin(stateDir)
    return watch(origin, sessionToken, await fillBars(origin), stateDir)
  })
  return { report: report(board), verdicts: judge(board) }
}

/** Fills every bar through the API; answers with the first visit of each. */
function fillBars(origin: string): Promise<BarVisit[]> {
  return inLanes(BAR_IDS, async (barId) => {
    const first = await enter(origin, barId, 0)
    for (let index = 1; index < PEOPLE_PER_BAR; index += 1) await enter(origin, barId, index)
    return { ...first, barId }
  })
}

async function watch(
  origin: string,
  token: string,
  visits: readonly BarVisit[],
  stateDir: string,
): Promise<Board> {
  // The shown bars are spread out, because presence changes go from bar to bar.
  const every = Math.ceil(BAR_IDS.length / LIMITS.boardSections)
  const shown = BAR_IDS.filter((_, index) => index % every === 0)
  const settling = await BoardPage.open({ origin, token, shown })
  await settling.quiet(SETTLES_WITHIN_S)
  settling.close()
  // Opened while people still go offline, a page would count their changes with its first screen.
  const page = await BoardPage.open({ origin, token, shown })
  const firstBytes = page.take().bytes
  // Idle rooms hibernate and tidy their journals.
  await sleep(TIDY_S * 1_000)

  const pid = findRuntime(stateDir)
  const watchFor = async (seconds: number): Promise<Watched> => {
    page.take()
    const [before, spent] = [readCpuMs(pid), startSpending()]
    await sleep(seconds * 1_000)
    return { ...page.take(), ...spent(), seconds, serverMs: readCpuMs(pid) - before }
  }
  const before = hashFiles(stateDir)
  await sleep(1_000) // what came while the files were read is not the minute's
  const quiet = await watchFor(QUIET_S)
  // A journal that is emptied or removed has written nothing new.
  const written = [...hashFiles(stateDir)].flatMap(([file, hash]) =>
    before.get(file) === hash ? [] : file,
  )

  const stop = switchPresence(origin, visits)
  // The first people to leave go offline only after their grace period.
  await sleep(15_000)
  const busy = await takeRuns(() => watchFor(BUSY_S))
  page.close()
  stop()
  return { sockets: 1 + shown.length, firstBytes, quiet, written, busy }
}

/** Opens and closes the pages of visits in turn: half of the changes are arrivals, half departures. */
function switchPresence(origin: string, visits: readonly BarVisit[]): () => void {
  const open: Promise<RoomSocket>[] = []
  const close = (opening: Promise<RoomSocket> | undefined) =>
    opening?.then((socket) => socket.close(CLOSE.pageClosed))
  let next = 0
  const everyMs = 2_000 / CHANGES_PER_SECOND
  const timer = setInterval(() => {
    const visit = visits[next % visits.length]
    next += 1
    const network = nodeNetwork(() => origin)
    if (visit) open.push(openRoom(network, visit, { records: false }))
    if (open.length > OPEN_MS / everyMs) void close(open.shift())
  }, everyMs)
  return () => {
    clearInterval(timer)
    for (const opening of open) void close(opening)
  }
}

/** Every storage file that holds something, by its bytes: looking into one moves its dates. */
function hashFiles(stateDir: string): Map<string, string> {
  // Memory maps (-shm) are touched by readers too.
  const files = globSync('**/*.sqlite*', { cwd: stateDir }).filter(
    (file) => !NOT_OURS.test(file) && !file.endsWith('-shm'),
  )
  const hashes = new Map<string, string>()
  for (const file of files) {
    try {
      const bytes = readFileSync(`${stateDir}/${file}`)
      if (bytes.length > 0) hashes.set(file, createHash('sha256').update(bytes).digest('hex'))
    } catch {
      // A journal that went while we looked.
    }
  }
  return hashes
}

/** The columns, as rates per second, with the number of decimals. */
const FIGURES = {
  frames: [({ frames, seconds }) => frames / seconds, 2],
  'of sections': [({ sections, seconds }) => sections / seconds, 2],
  pongs: [({ pongs, seconds }) => pongs / seconds, 2],
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
        ['first screen', sockets, '', '', toText(firstBytes), '', '', ''],
        [
          `${QUIET_S} quiet seconds`,
          quiet.frames,
          quiet.sections,
          quiet.pongs,
          quiet.bytes,
          quiet.changes,
          toText(quiet.serverMs),
          toText(quiet.cpuMs),
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
  // Sections ping together, in one of the runs.
  const frames = busy.reduce((sum, run) => sum + run.frames, 0)
  const seconds = busy.reduce((sum, run) => sum + run.seconds, 0)
  return [
    atMost(BUSY_FRAMES_MAX, 'frames a second, of all runs', frames / seconds, 2),
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

export const monitorBench: Bench = {
  title: 'The monitor: what one administrator costs',
  measure,
}
