import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '../contract/limits.ts'
import { readLocalPepper } from '../scripts/administrators.ts'
import { buildApp } from '../scripts/build.ts'
import { runLocalSql } from '../scripts/database.ts'
import type { BoardPageOptions, Received } from '../test/client/board-page.ts'
import { BoardPage } from '../test/client/board-page.ts'
import { makeBarIds } from '../test/server/bar-ids.ts'
import { mintSessionToken } from '../worker/auth/tokens.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement, Verdict } from './bench.ts'
import {
  atMost,
  judgeLoad,
  median,
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
import type { Spent } from './processes.ts'
import { findRuntime, readCpuMs, startSpending, toCores } from './processes.ts'
import { findWrittenFiles, listFiles } from './written-files.ts'

const BARS = Number(process.env.BENCH_BARS ?? 1_000)
const PEOPLE_PER_BAR = 10
const CHANGES_PER_SECOND = 20
/** In all runs a minute, in which each section pings once. */
const BUSY_S = 60 / RUNS
const QUIET_S = 60
/** The grace of everybody who has no page, and what a busy machine still has to send. */
const SETTLES_WITHIN_S = 180
const TIDY_S = 75
const FIRST_BYTES_MAX = 60_000
/** Of each socket. */
const QUIET_BYTES_MAX = 200
const BUSY_BYTES_MAX = 2_000
const BUSY_FRAMES_MAX = 2
const POLLED_S = 30
const BEHIND_MAX_MS = 3_000
/** Of all frames of a board. */
const LOST = 0.1
const LOSSY_S = 90
/** Each bar on the screen has had a change, of which no frame is lost. */
const HEALED_S = 45
/** In so long nobody of the bars on the screen comes again before their grace is over. */
const SHOWN_CHANGES_PER_SECOND = 2

const BAR_IDS = makeBarIds('BAR', BARS)

/** What the administrator's socket received in so many seconds, and what it cost. */
interface Watched extends Received, Spent {
  seconds: number
  /** Of the process that serves. */
  serverMs: number
}

/** What a board knew too late. */
interface Behind {
  /** Of each who came, in milliseconds, from their page’s first byte. */
  live: number[]
  polled: number[]
  answers: BoardPage['answers']
  /** Frames that were lost, and for how long a bar’s number was wrong then. */
  lost: number
  wrongMs: number
  /** Bars whose number is still wrong at the end. */
  wrong: string[]
}

interface Board extends Behind {
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
  // Apart from each other, because people come and go from bar to bar in turn.
  const every = Math.ceil(BAR_IDS.length / LIMITS.boardSections)
  const shown = BAR_IDS.filter((_, index) => index % every === 0)
  const options = { origin, token, shown }
  const page = await BoardPage.open(options)
  const firstBytes = page.take().bytes
  await page.quiet(SETTLES_WITHIN_S)
  // Rooms that nobody needs fall asleep and tidy their journals.
  await sleep(TIDY_S * 1_000)

  const pid = findRuntime(stateDir)
  const watchFor = async (seconds: number): Promise<Watched> => {
    page.take()
    const [before, spent] = [readCpuMs(pid), startSpending()]
    await sleep(seconds * 1_000)
    return { ...page.take(), ...spent(), seconds, serverMs: readCpuMs(pid) - before }
  }
  const before = listFiles(stateDir)
  await sleep(1_000) // what came while the files were read is not the minute's
  const quiet = await watchFor(QUIET_S)
  const written = findWrittenFiles(stateDir, before)

  let asking = page
  const switching = switchPresence(origin, visits, CHANGES_PER_SECOND, (barId) =>
    asking.noteComing(barId),
  )
  // The first who left are counted out only when their grace is over.
  await sleep(15_000)
  const busy = await takeRuns(() => watchFor(BUSY_S))
  const live = page.takeBehind()
  page.close()

  asking = await BoardPage.open({ ...options, hasSockets: false })
  await sleep(POLLED_S * 1_000)
  const [polled, { answers }] = [asking.takeBehind(), asking]
  asking.close()
  switching.stop()

  const ofShown = visits.filter(({ barId }) => shown.includes(barId))
  const behind = { live, polled, answers, ...(await loseFrames(options, ofShown)) }
  return { sockets: 1 + shown.length, firstBytes, quiet, written, busy, ...behind }
}

/** Two boards of the same bars, one of which does not get every frame. */
async function loseFrames(
  options: BoardPageOptions,
  visits: BarVisit[],
): Promise<Pick<Behind, 'lost' | 'wrongMs' | 'wrong'>> {
  const [page, truth] = [await BoardPage.open(options), await BoardPage.open(options)]
  const switching = switchPresence(options.origin, visits, SHOWN_CHANGES_PER_SECOND)
  const wrongSince = new Map<string, number>()
  let wrongMs = 0
  const compareFor = async (seconds: number): Promise<string[]> => {
    const until = Date.now() + seconds * 1_000
    for (;;) {
      const wrong = page.differsFrom(truth)
      for (const barId of wrong) {
        const since = wrongSince.get(barId) ?? Date.now()
        wrongSince.set(barId, since)
        wrongMs = Math.max(wrongMs, Date.now() - since)
      }
      for (const barId of wrongSince.keys()) if (!wrong.includes(barId)) wrongSince.delete(barId)
      if (Date.now() > until) return wrong
      await sleep(100)
    }
  }
  page.loses = LOST
  await compareFor(LOSSY_S)
  page.loses = 0
  const wrong = await compareFor(HEALED_S)
  switching.stop()
  page.close()
  truth.close()
  return { lost: page.lost, wrongMs, wrong }
}

/** Of a second, and to how many digits. */
const FIGURES = {
  frames: [({ frames, seconds }) => frames / seconds, 2],
  'of sections': [({ sections, seconds }) => sections / seconds, 2],
  pongs: [({ pongs, seconds }) => pongs / seconds, 2],
  bytes: [({ bytes, seconds }) => bytes / seconds, 0],
  'presence changes': [({ changes, seconds }) => changes / seconds, 1],
  'server’s CPU, ms': [({ serverMs, seconds }) => serverMs / seconds, 0],
  'load’s CPU, ms': [({ cpuMs, seconds }) => cpuMs / seconds, 0],
} satisfies Record<string, [of: (watched: Watched) => number, digits: number]>

function report(board: Board): string {
  const { sockets, firstBytes, quiet, busy } = board
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
          ...[`${QUIET_S} quiet seconds`, quiet.frames, quiet.sections, quiet.pongs],
          ...[quiet.bytes, quiet.changes],
          ...[toText(quiet.serverMs), toText(quiet.cpuMs)],
        ],
        ['a busy second', ...columns.map(({ of, digits }) => toText(of.median, digits))],
        ['from - to', ...columns.map(({ of, digits }) => toSpread(of, digits))],
      ],
    ),
    '',
    reportBehind(board),
  ].join('\n')
}

function reportBehind({ live, polled, answers, lost, wrongMs }: Board): string {
  const row = (name: string, found: number[], cells: string[] = []) => [
    ...[name, String(found.length), toText(median(found)), toText(Math.max(...found)), ...cells],
  ]
  const bytes = answers.map((answer) => answer.bytes)
  const ms = answers.map((answer) => answer.ms)
  return [
    toTable(
      ['how far behind, ms', 'who came', 'median', 'most'],
      [row('with its sockets', live), row('without them', polled)],
    ),
    '',
    `Without sockets ${answers.length} answers of ${toText(median(bytes))} bytes, in ${toText(median(ms))} ms (${toText(Math.max(...ms))} at most).`,
    `With a tenth of the frames lost (${lost}), no bar’s number was wrong for longer than ${toText(wrongMs)} ms.`,
  ].join('\n')
}

function judge(board: Board): Verdict[] {
  const { sockets, firstBytes, quiet, written, busy, live, polled, answers, wrong } = board
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
    atMost(BEHIND_MAX_MS, 'ms behind with sockets', Math.max(...live)),
    atMost(
      BEHIND_MAX_MS + Math.max(...answers.map(({ ms }) => ms)),
      'ms behind without: 3 s, and the time of an answer',
      Math.max(...polled),
    ),
    never('a bar whose number stays wrong after frames were lost', [wrong.length]),
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

export const monitorBench: Bench = {
  title: 'The monitor: what one administrator costs',
  measure,
}
