import type { BoardChanges } from '#contract/board.ts'
import type { MonitoredPerson } from '#contract/monitor.ts'

export interface NamedPerson {
  barId: string
  name: string
}

/** Arrivals and departures. */
export interface Arrivals {
  entered: NamedPerson[]
  left: NamedPerson[]
}

export function arrivalsIn(barId: string, { people, entered, left }: BoardChanges): Arrivals {
  const isNew = ({ id }: MonitoredPerson) => entered.includes(id)
  return {
    entered: people.filter(isNew).map(({ name }) => ({ barId, name })),
    left: left.map(({ name }) => ({ barId, name })),
  }
}

/** Compares the people before and after missed frames. The first list of a bar counts as no arrivals. */
export function arrivalsBetween(
  barId: string,
  before: ReadonlyMap<string, MonitoredPerson> | null | undefined,
  after: readonly MonitoredPerson[],
): Arrivals {
  if (!before) return { entered: [], left: [] }
  const present = new Set(after.map(({ id }) => id))
  const gone = [...before.values()].filter(({ id }) => !present.has(id))
  return {
    entered: after.flatMap(({ id, name }) => (before.has(id) ? [] : [{ barId, name }])),
    left: gone.map(({ name }) => ({ barId, name })),
  }
}
