import { percentile } from '../test/chaos/figures.ts'
import type { BoardPage, Received } from '../test/client/board-page.ts'
import type { Verdict } from './bench.ts'
import { atMost, judgeLoad, never, toFigure, toOneCell, toTable, toText } from './bench.ts'
import type { DrawnBoard } from './board-in-browser.ts'
import type { Reader } from './monitor-evening.ts'
import { BAR_IDS, CHANGES_PER_SECOND, FULL_BARS, PEOPLE_PER_BAR } from './monitor-evening.ts'
import type { Spent } from './processes.ts'
import { toCores } from './processes.ts'

const FIRST_BYTES_MAX = 60_000
/** Limits for each socket. */
const QUIET_BYTES_MAX = 200
const BUSY_BYTES_MAX = 2_000
const BUSY_FRAMES_MAX = 2
const ELEMENTS_MAX = 2_000
/** A push is a request to the monitor, a row there and a row in the room. */
const ROWS_PER_PUSH = 2
/** docs/operations.md, "What it costs". */
const DOLLARS_PER_REQUEST = 0.15e-6
const DOLLARS_PER_ROW = 1e-6

/** The boards received this in `seconds`, at this cost. */
export interface Watched extends Spent {
  received: Record<Reader, Received>
  seconds: number
  /** CPU time of the server process. */
  serverMs: number
}

export interface Board extends DrawnBoard {
  reader: Reader
  page: Pick<BoardPage, 'sockets' | 'firstBytes'>
  /** Milliseconds from the request of each timed call to its card. */
  cardMs: readonly number[]
}

export interface Evening {
  boards: readonly Board[]
  quiet: Watched
  /** Storage files of rooms, and tables of the monitor, that the quiet minute changed. */
  written: { rooms: readonly string[]; tables: readonly string[] }
  busy: readonly Watched[]
  /** The timed calls, and the pushes that told the monitor of them. */
  calls: { made: number; pushes: number }
}

const WHOSE = { admin: 'the administrator', owner: 'the owner' } as const

/** A board receives these in a busy second. The number is that of the decimals. */
const RATES: Record<string, [of: (received: Received) => number, digits: number]> = {
  frames: [({ frames }) => frames, 2],
  'of sections': [({ sections }) => sections, 2],
  pongs: [({ pongs }) => pongs, 2],
  bytes: [({ bytes }) => bytes, 0],
  'changed people in sections': [({ people }) => people, 1],
}

export function report({ boards, quiet, busy }: Evening): string {
  const row = (what: string, toCell: (board: Board) => string) => [what, ...boards.map(toCell)]
  const rates = Object.entries(RATES).map(([what, [of, digits]]) =>
    row(`a busy second, ${what}`, ({ reader }) =>
      toOneCell(
        toFigure(busy, ({ received, seconds }) => of(received[reader]) / seconds),
        digits,
      ),
    ),
  )
  const perSecond = (of: (run: Watched) => number) =>
    toText(toFigure(busy, (run) => of(run) / run.seconds).median)
  return [
    `${toText(BAR_IDS.length)} bars, of which ${toText(FULL_BARS)} have ${PEOPLE_PER_BAR} people each. Of a busy second the medians of ${busy.length} runs. Bytes are`,
    'those of the frames that all sockets of a page received, their headers included.',
    '',
    toTable(
      ['', WHOSE.admin, WHOSE.owner],
      [
        row('sockets', ({ page }) => toText(page.sockets)),
        row('first screen, bytes', ({ page }) => toText(page.firstBytes)),
        row('a quiet minute, frames', ({ reader }) => toText(quiet.received[reader].frames)),
        row('a quiet minute, bytes', ({ reader }) => toText(quiet.received[reader].bytes)),
        ...rates,
        row('ms until a call has its card, p50', ({ cardMs }) => toText(percentile(cardMs, 0.5))),
        row('ms until a call has its card, p99', ({ cardMs }) => toText(percentile(cardMs, 0.99))),
        row('elements of the document', ({ elements }) => toText(elements)),
        row('list of bars over HTTP, kB', ({ listBytes }) => toText(listBytes / 1_000)),
      ],
    ),
    '',
    `Server’s CPU: ${toText(quiet.serverMs)} ms in the quiet minute, ${perSecond(({ serverMs }) => serverMs)} in a busy second; the load’s ${perSecond(({ cpuMs }) => cpuMs)}.`,
    describePushes(busy),
  ].join('\n')
}

/** The administrator's socket tells every push: a room pushes less often than the monitor sends a frame. */
function describePushes(busy: readonly Watched[]): string {
  const pushes = meanPerSecond(busy, ({ received }) => received.admin.counts + received.admin.calls)
  const requests = 3_600 * pushes
  const rows = requests * ROWS_PER_PUSH
  const cents = 100 * (requests * DOLLARS_PER_REQUEST + rows * DOLLARS_PER_ROW)
  return `In an hour like this the rooms push ${toText(requests)} times: as many requests, ${toText(rows)} rows, ${toText(cents, 1)} cents.`
}

export function judge({ boards, quiet, written, busy, calls }: Evening): Verdict[] {
  const changes = meanPerSecond(busy, ({ received }) => received.admin.counts)
  return [
    ...boards.flatMap((board) => judgeBoard(board, quiet, busy)),
    {
      claim: `the load was there: ${CHANGES_PER_SECOND} changes a second, within a tenth`,
      found: toText(changes, 1),
      isKept: Math.abs(changes - CHANGES_PER_SECOND) <= CHANGES_PER_SECOND / 10,
    },
    judgeLoad(busy.map(toCores)),
    {
      claim: `one push to the monitor for each of ${calls.made} calls`,
      found: toText(calls.pushes),
      isKept: calls.pushes === calls.made,
    },
    never('a storage file of a room that a quiet minute changed', [written.rooms.length]),
    never(`a table of the monitor that a quiet minute changed (${written.tables})`, [
      written.tables.length,
    ]),
  ]
}

/** Sections ping together, in one of the runs: so frames and bytes are judged over all of them. */
function judgeBoard(board: Board, quiet: Watched, busy: readonly Watched[]): Verdict[] {
  const { reader, page, elements } = board
  const whose = WHOSE[reader]
  const frames = meanPerSecond(busy, ({ received }) => received[reader].frames)
  const bytes = meanPerSecond(busy, ({ received }) => received[reader].bytes)
  const quietBytes = quiet.received[reader].bytes / page.sockets
  return [
    atMost(FIRST_BYTES_MAX, `bytes of the first screen of ${whose}`, page.firstBytes),
    atMost(BUSY_FRAMES_MAX, `frames a second to ${whose}`, frames, 2),
    atMost(BUSY_BYTES_MAX, `bytes a second to ${whose}`, bytes),
    atMost(QUIET_BYTES_MAX, `bytes of a socket of ${whose} in a quiet minute`, quietBytes),
    atMost(ELEMENTS_MAX, `elements of the document of ${whose}`, elements),
  ]
}

function meanPerSecond(runs: readonly Watched[], of: (run: Watched) => number): number {
  const sum = (value: (run: Watched) => number) =>
    runs.reduce((total, run) => total + value(run), 0)
  return sum(of) / sum(({ seconds }) => seconds)
}
