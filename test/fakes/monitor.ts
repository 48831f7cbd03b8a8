import type { BoardChanges, BoardFrame, BoardMessage } from '#contract/board.ts'
import type { BoardHelp } from '#contract/help.ts'
import type {
  BarCounts,
  MonitorBoard,
  MonitorChanges,
  MonitoredPerson,
  MonitorMessage,
} from '#contract/monitor.ts'
import type { Report } from '#contract/reports.ts'
import { NOW } from './people.ts'

export function aMonitoredPerson(
  id: string,
  change: Partial<MonitoredPerson> = {},
): MonitoredPerson {
  return {
    id,
    name: `Pessoa ${id}`,
    phone: null,
    table: '7',
    photo: null,
    interest: 'all',
    online: true,
    lastSeen: 1,
    enteredAt: 1,
    ...change,
  }
}

/** An open report of an established person. */
export function aReport(changes: Pick<Report, 'id' | 'evidence'> & Partial<Report>): Report {
  return {
    reason: 'harassment',
    rank: 'known',
    state: 'open',
    reportedAt: NOW,
    closedAt: null,
    removalReason: null,
    ...changes,
  }
}

/** A call for help. Person and call have the name as their ID. */
export function aCall(name: string, changes: Partial<BoardHelp> = {}): BoardHelp {
  return {
    id: name,
    kind: 'harassed',
    state: 'open',
    rank: 'known',
    isFolded: false,
    helper: null,
    isSeen: false,
    ageMs: 0,
    personId: name,
    name,
    table: '7',
    photo: null,
    ...changes,
  }
}

type People = Record<string, readonly MonitoredPerson[]>

export function countsOf(bars: People): BarCounts {
  const counts: BarCounts = {}
  for (const [barId, people] of Object.entries(bars)) {
    counts[barId] = [people.filter(({ online }) => online).length, people.length]
  }
  return counts
}

/** The monitor's first frame. */
export function aSnapshot(
  counts: BarCounts,
  { barList = 'list' } = {},
): Extract<MonitorMessage, { type: 'snapshot' }> {
  return { type: 'snapshot', number: 1, barList, counts, calls: {}, reports: {} }
}

export function aFrame(number: number, change: Partial<MonitorChanges> = {}): MonitorChanges {
  return { type: 'changes', number, barList: 'list', counts: {}, calls: {}, reports: {}, ...change }
}

/** The answer to a page without sockets. */
export function aBoard(bars: People, { tag = 'a tag', barList = 'list' } = {}): MonitorBoard {
  const rooms = Object.entries(bars).map(([barId, people]) => ({
    barId,
    people: [...people],
    help: [],
    reports: '',
  }))
  return { tag, barList, counts: countsOf(bars), calls: {}, reports: {}, rooms }
}

/** A frame of a bar's section. */
export function inSection(number: number, frame: BoardFrame): BoardMessage {
  return { number, ...frame }
}

export function people(...shown: MonitoredPerson[]): BoardFrame {
  return { type: 'people', people: shown, help: [] }
}

export function changes(change: Partial<BoardChanges>): BoardFrame {
  return { type: 'changes', people: [], gone: [], entered: [], left: [], ...change }
}
