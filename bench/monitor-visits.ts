import { CLOSE } from '../contract/protocol.ts'
import { inLanes } from '../test/client/in-lanes.ts'
import { nodeNetwork } from '../test/client/node-network.ts'
import { openRoom } from '../test/client/person.ts'
import type { RoomSocket } from '../test/client/room-socket.ts'
import type { Credentials } from './enter.ts'
import { enter } from './enter.ts'

export type BarVisit = Credentials & { barId: string }

/** Fills every bar through the API; answers with the first visit of each. */
export function enterAll(
  origin: string,
  barIds: readonly string[],
  peoplePerBar: number,
): Promise<BarVisit[]> {
  return inLanes(barIds, async (barId) => {
    const first = await enter(origin, barId, 0)
    for (let index = 1; index < peoplePerBar; index += 1) await enter(origin, barId, index)
    return { ...first, barId }
  })
}

/**
 * Opens and closes pages of visits in turn: half of the changes are coming, half going. `onComing` is
 * called when a page begins to connect.
 */
export function switchPresence(
  origin: string,
  visits: readonly BarVisit[],
  changesPerSecond: number,
  onComing: (barId: string) => void = () => undefined,
): { stop: () => void } {
  const open: Promise<RoomSocket>[] = []
  const close = (opening: Promise<RoomSocket> | undefined) =>
    opening?.then((socket) => socket.close(CLOSE.pageClosed))
  let next = 0
  const everyMs = 2_000 / changesPerSecond
  const timer = setInterval(() => {
    const visit = visits[next % visits.length]
    next += 1
    if (visit) {
      onComing(visit.barId)
      const network = nodeNetwork(() => origin)
      open.push(openRoom(network, visit, { records: false }))
    }
    // Each page stays open for five seconds; whoever comes again has been offline for long.
    if (open.length > 5_000 / everyMs) void close(open.shift())
  }, everyMs)
  return {
    stop() {
      clearInterval(timer)
      for (const opening of open) void close(opening)
    },
  }
}
