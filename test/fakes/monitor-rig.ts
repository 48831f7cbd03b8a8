import { vi } from 'vitest'
import type { BoardFrame } from '#contract/board.ts'
import type { MonitorBoard } from '#contract/monitor.ts'
import type { FakeWebSocket } from '#test/fakes/fake-web-socket.ts'
import { FakeNetwork } from '#test/fakes/fake-web-socket.ts'
import { aBoard, aMonitoredPerson, aSnapshot, inSection, people } from '#test/fakes/monitor.ts'
import type { MonitorIncident } from '#web/features/monitor/live-board.ts'
import { MonitorConnection } from '#web/features/monitor/monitor-connection.ts'

export const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
export const ANA = aMonitoredPerson('1', { name: 'Ana' })
export const BIA = aMonitoredPerson('2', { name: 'Bia' })
export const CAIO = aMonitoredPerson('3')
const COUNTS = 'wss://brinde.test/api/admin/monitor/socket'

/** A connection whose network and polls the test holds. */
export function aClient({ isAdmin = true } = {}) {
  const network = new FakeNetwork()
  const polls = {
    asked: [] as (readonly string[])[],
    known: [] as (string | null)[],
    answer: async (): Promise<MonitorBoard | null> => null,
    show(...board: Parameters<typeof aBoard>) {
      polls.answer = async () => aBoard(...board)
    },
    fail(error: Error = new TypeError('network')) {
      polls.answer = () => Promise.reject(error)
    },
    /** Holds the next polls. The returned function answers them. */
    hold(): (board: MonitorBoard) => void {
      let answer: (board: MonitorBoard) => void = () => {}
      polls.answer = () => new Promise((resolve) => (answer = resolve))
      return (board) => answer(board)
    },
  }
  const connection = new MonitorConnection({
    countsUrl: isAdmin ? COUNTS : null,
    sectionUrl: (barId, isFolded) => `wss://brinde.test/${barId}${isFolded ? '?folded' : ''}`,
    page: { isHidden: () => false, watch: () => () => {} },
    WebSocket: network.WebSocket,
    random: () => 0.5,
    fetchBoard(barIds, known) {
      polls.asked.push(barIds)
      polls.known.push(known)
      return polls.answer()
    },
  })
  const incidents: MonitorIncident[] = []
  connection.onIncident((incident) => incidents.push(incident))
  const state = () => connection.store.read()
  const named = (what: 'entered' | 'left') =>
    incidents.flatMap((one) =>
      one.type === 'arrivals' ? one.arrivals[what].map(({ name }) => name) : [],
    )
  const lastTo = (address: string) => {
    const found = network.opened.findLast(({ url }) => url === address)
    if (!found) throw new Error(`no socket to ${address}`)
    return found
  }
  const socketOf = (barId: string) => lastTo(`wss://brinde.test/${barId}`)
  const counts = () => lastTo(COUNTS)
  const say = (barId: string, number: number, frame: BoardFrame) =>
    socketOf(barId).tell(inSection(number, frame))
  /** Shows B, an empty bar, beside A. */
  const showB = async () => {
    connection.show(['A', 'B'])
    await settle()
    say('B', 1, people())
  }
  /** Simulates no network: these sockets break, and no other opens. */
  const cut = (...sockets: FakeWebSocket[]) => {
    network.isUp = false
    for (const socket of sockets) socket.drop()
  }
  const seen = { incidents, state, named }
  return { connection, network, polls, ...seen, socketOf, counts, say, showB, cut }
}

/** An administrator's, with one person in bar A, which is shown. */
export async function live(rig = aClient()) {
  rig.connection.show(['A'])
  rig.connection.start()
  await settle()
  if (rig.network.opened[0]?.url === COUNTS) rig.counts().tell(aSnapshot({ A: [1, 1] }))
  rig.say('A', 1, people(ANA))
  return rig
}
