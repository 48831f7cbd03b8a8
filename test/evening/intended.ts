import type { WorldName } from './bindings.ts'
import type { Entry } from './transcript.ts'

/** A difference that a change makes on purpose. The mask removes it from both transcripts. */
interface Intended {
  why: string
  /** Returns the entry without the difference; null drops the entry. */
  mask: (entry: Entry, world: WorldName) => Entry | null
}

/** Empty where everything is equal. What no mask can take back moves the commit of earlier-sources.ts. */
const INTENDED: readonly Intended[] = [
  {
    why: 'an act has a count: repeats within a minute are one row',
    mask: (entry) => {
      if (entry.where !== 'D1, admin_acts') return entry
      const rows = entry.seen as Record<string, unknown>[]
      return { ...entry, seen: rows.map(({ times: _, ...row }) => row) }
    },
  },
  {
    why: 'a poll asks no room of a deleted bar',
    mask: (entry) => {
      const seen = entry.seen as { body?: { rooms?: { people?: unknown[] }[] } }
      if (!seen.body?.rooms) return entry
      const rooms = seen.body.rooms.filter(({ people }) => people?.length !== 0)
      return { ...entry, seen: { ...seen, body: { ...seen.body, rooms, tag: '' } } }
    },
  },
  {
    why: 'calls for help have a rank, which orders them, and boards hear which of them are seen',
    mask: (entry) => {
      const { type } = entry.seen as { type?: unknown }
      if (type === 'helpSeen') return null
      const isBoard = entry.where.startsWith('board')
      return JSON.parse(JSON.stringify(entry), (key, value) => {
        if (key === 'help' && Array.isArray(value)) return value.toSorted(byAge)
        if (key === 'number' && isBoard) return 0
        return isBoardHelp(value) ? { ...value, rank: 0, isFolded: 0, isSeen: 0 } : value
      })
    },
  },
  {
    why: 'a first frame has the time of the room',
    mask: (entry) =>
      JSON.parse(JSON.stringify(entry), (_, value) => {
        if (!isFirstFrame(value)) return value
        const { now: _now, ...rest } = value
        return rest
      }),
  },
]

export function withoutIntended(entries: readonly Entry[], world: WorldName): Entry[] {
  return entries.flatMap((entry) => {
    let left: Entry | null = entry
    for (const { mask } of INTENDED) left = left && mask(left, world)
    return left ?? []
  })
}

const isBoardHelp = (value: unknown): value is { ageMs: number; personId: string } =>
  typeof value === 'object' && value !== null && 'ageMs' in value && 'personId' in value

/** The order of the earlier first frames. */
function byAge(one: unknown, other: unknown): number {
  if (!isBoardHelp(one) || !isBoardHelp(other)) return 0
  return other.ageMs - one.ageMs || (one.personId < other.personId ? -1 : 1)
}

const isFirstFrame = (value: unknown): value is { now?: unknown } =>
  typeof value === 'object' && value !== null && 'epoch' in value && 'you' in value
