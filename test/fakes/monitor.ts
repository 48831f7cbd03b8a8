import type { MonitorChanges, MonitoredPerson, MonitorMessage } from '#contract/monitor.ts'
import { addHashes, hashPerson, toPersonKey } from '#contract/monitor.ts'

type Snapshot = Extract<MonitorMessage, { type: 'snapshot' }>
type Digest = Extract<MonitorMessage, { type: 'digest' }>

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
    revision: 1,
    ...change,
  }
}

/** A board's first frame: the people of each bar. */
export function aBoard(
  bars: Record<string, MonitoredPerson[]>,
  { epoch = 'e1', number = 1, barListVersion = 0 } = {},
): Snapshot {
  const rooms = Object.entries(bars).map(([barId, people]) => ({ barId, people }))
  return { type: 'snapshot', epoch, number, rooms, barListVersion }
}

export function aFrame(number: number, change: Partial<MonitorChanges> = {}): MonitorChanges {
  const nothing = { rooms: [], entered: [], changed: [], online: [], offline: [], left: [] }
  return {
    type: 'changes',
    epoch: 'e1',
    number,
    at: 5_000,
    ...nothing,
    barListVersion: 0,
    ...change,
  }
}

/** What a monitor says of the board that this snapshot would be. */
export function aDigest({ epoch, number, rooms }: Omit<Snapshot, 'type'>): Digest {
  const everybody = rooms.flatMap(({ barId, people }) =>
    people.map((person) => hashPerson(toPersonKey(barId, person.id), person)),
  )
  const hash = everybody.reduce(addHashes, 0)
  return { type: 'digest', epoch, number, people: everybody.length, hash }
}
