import type { MonitorChanges } from '#contract/monitor.ts'
import { fromPersonKey } from '#contract/monitor.ts'
import type { Board } from './board.ts'

export interface NamedPerson {
  barId: string
  name: string
}

/** Arrivals and departures. */
export interface Arrivals {
  entered: NamedPerson[]
  left: NamedPerson[]
}

export function arrivalsIn(before: Board, { entered, left }: MonitorChanges): Arrivals {
  const isNew = ({ barId, person }: MonitorChanges['entered'][number]) =>
    !before.rooms.get(barId)?.people.has(person.id)
  return {
    entered: entered.filter(isNew).map(({ barId, person }) => ({ barId, name: person.name })),
    left: left.map(({ key, name }) => ({ barId: fromPersonKey(key).barId, name })),
  }
}

/** After missed frames. Empty across epochs: a restarted monitor cannot tell who came. */
export function arrivalsBetween(before: Board | null, after: Board): Arrivals {
  if (before?.epoch !== after.epoch) return { entered: [], left: [] }
  return { entered: peopleMissing(before, after), left: peopleMissing(after, before) }
}

function peopleMissing(without: Board, within: Board): NamedPerson[] {
  return [...within.rooms].flatMap(([barId, { people }]) => {
    const known = without.rooms.get(barId)?.people
    return [...people.values()]
      .filter(({ id }) => !known?.has(id))
      .map(({ name }) => ({ barId, name }))
  })
}
