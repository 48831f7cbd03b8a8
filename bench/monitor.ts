import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../scripts/build.ts'
import { BoardPage } from '../test/client/board-page.ts'
import { withBars } from './bar-server.ts'
import type { Bench, Measurement } from './bench.ts'
import { RUNS, takeRuns } from './bench.ts'
import { drawBoard } from './board-in-browser.ts'
import { RAISED_LIMITS } from './chat.ts'
import type { Pages, Reader, Served, Visits } from './monitor-evening.ts'
import {
  BAR_IDS,
  CALLS_PER_MINUTE,
  callForHelp,
  fillBars,
  makeAccounts,
  OWN_IDS,
  OWN_UNFOLDED_IDS,
  ownersCallers,
  SHOWN_IDS,
  someCallers,
  switchPresence,
} from './monitor-evening.ts'
import type { Board, Evening, Watched } from './monitor-report.ts'
import { judge, report } from './monitor-report.ts'
import { findRuntime, readCpuMs, startSpending } from './processes.ts'
import { changedSince, hashMonitorTables, hashRoomFiles } from './storage-files.ts'

/** One minute over all runs, in which each section pings once. */
const BUSY_S = 60 / RUNS
const QUIET_S = 60
/** Calls whose way to the boards is timed, one after the other. */
const TIMED_CALLS = Number(process.env.BENCH_CALLS ?? 100)
/** The monitor sends counts in one frame of 2 s: the timed calls fall anywhere in it. */
const FRAME_MS = 2_000
/** The grace period of people without a page, and the time that a busy machine needs to send the rest. */
const SETTLES_WITHIN_S = 180
const TIDY_S = 75

async function measure(): Promise<Measurement> {
  await buildApp()
  const options = { vars: { RAISED_LIMITS } }
  const evening = await withBars(BAR_IDS, options, async ({ origin }, stateDir) => {
    const served = { origin, tokens: await makeAccounts(stateDir) }
    return watch(served, await fillBars(origin), stateDir)
  })
  return { report: report(evening), verdicts: judge(evening) }
}

async function watch(served: Served, visits: Visits, stateDir: string): Promise<Evening> {
  const pages = await openBoards(served)
  // Idle rooms hibernate and tidy their journals.
  await sleep(TIDY_S * 1_000)

  const pid = findRuntime(stateDir)
  const [rooms, tables] = [hashRoomFiles(stateDir), hashMonitorTables(stateDir)]
  await sleep(1_000) // what came while the files were read is not the minute's
  const quiet = await watchFor(QUIET_S, pages, pid)
  const written = {
    rooms: changedSince(rooms, hashRoomFiles(stateDir)),
    tables: changedSince(tables, hashMonitorTables(stateDir)),
  }

  const stopPresence = switchPresence(served.origin, visits)
  // The first people to leave go offline only after their grace period.
  await sleep(15_000)
  const calling = callNowAndThen(served, visits, pages)
  const busy = await takeRuns(() => watchFor(BUSY_S, pages, pid))
  await calling
  const { cardMs, pushes } = await timeCalls(served, visits, pages)
  stopPresence()

  const toBoard = async (reader: Reader, bars: readonly string[]): Promise<Board> => ({
    reader,
    page: pages[reader],
    cardMs: cardMs[reader],
    ...(await drawBoard(served.origin, served.tokens[reader], bars.length)),
  })
  const boards = [await toBoard('admin', BAR_IDS), await toBoard('owner', OWN_IDS)]
  for (const page of Object.values(pages)) page.close()
  return { boards, quiet, written, busy, calls: { made: TIMED_CALLS, pushes } }
}

/** Opened while people still go offline, a page would count their changes with its first screen. */
async function openBoards({ origin, tokens }: Served): Promise<Pages> {
  const asAdmin = {
    origin,
    token: tokens.admin,
    isAdmin: true,
    shown: SHOWN_IDS,
    unfolded: SHOWN_IDS,
  }
  const settling = await BoardPage.open(asAdmin)
  await settling.quiet(SETTLES_WITHIN_S)
  settling.close()
  const admin = await BoardPage.open(asAdmin)
  const owner = await BoardPage.open({
    origin,
    token: tokens.owner,
    isAdmin: false,
    shown: OWN_IDS,
    unfolded: OWN_UNFOLDED_IDS,
  })
  return { admin, owner }
}

async function watchFor(seconds: number, { admin, owner }: Pages, pid: number): Promise<Watched> {
  admin.take()
  owner.take()
  const [before, spent] = [readCpuMs(pid), startSpending()]
  await sleep(seconds * 1_000)
  const received = { admin: admin.take(), owner: owner.take() }
  return { received, ...spent(), seconds, serverMs: readCpuMs(pid) - before }
}

/** A minute's calls, at equal distances. */
async function callNowAndThen(served: Served, visits: Visits, pages: Pages): Promise<void> {
  for (const caller of someCallers(visits)) {
    await Promise.all([callForHelp(caller, served, pages), sleep(60_000 / CALLS_PER_MINUTE)])
  }
}

/** Milliseconds from each request to its card, and how many pushes told the monitor of the calls. */
async function timeCalls(served: Served, visits: Visits, pages: Pages) {
  const cardMs: Record<Reader, number[]> = { admin: [], owner: [] }
  pages.admin.take()
  for (const caller of ownersCallers(visits, TIMED_CALLS)) {
    await sleep(Math.random() * FRAME_MS)
    const waited = await callForHelp(caller, served, pages)
    cardMs.admin.push(waited.admin)
    cardMs.owner.push(waited.owner)
  }
  return { cardMs, pushes: pages.admin.take().calls }
}

export const monitorBench: Bench = {
  title: 'The monitor: what the boards of an administrator and of an owner cost',
  measure,
}
