import type { MonitorChanges } from '#contract/monitor.ts'
import { fromPersonKey } from '#contract/monitor.ts'
import type { Board } from './board.ts'

export interface Movement {
  barId: string
  name: string
}

export interface Movements {
  entered: Movement[]
  left: Movement[]
}

export function movementsOf(before: Board, { entered, left }: MonitorChanges): Movements {
  const isNew = ({ barId, person }: MonitorChanges['entered'][number]) =>
    !before.rooms.get(barId)?.people.has(person.id)
  return {
    entered: entered.filter(isNew).map(({ barId, person }) => ({ barId, name: person.name })),
    left: left.map(({ key, name }) => ({ barId: fromPersonKey(key).barId, name })),
  }
}

/** After missed frames. Empty across epochs: a restarted monitor cannot tell who came. */
export function movementsBetween(before: Board | null, after: Board): Movements {
  if (before?.epoch !== after.epoch) return { entered: [], left: [] }
  return { entered: lacking(before, after), left: lacking(after, before) }
}

function lacking(without: Board, within: Board): Movement[] {
  return [...within.rooms].flatMap(([barId, { people }]) => {
    const known = without.rooms.get(barId)?.people
    return [...people.values()]
      .filter(({ id }) => !known?.has(id))
      .map(({ name }) => ({ barId, name }))
  })
}
