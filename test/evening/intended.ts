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
    why: 'a history was an answer over HTTP, and is a frame',
    mask: (entry) => {
      const { type, messages, reason, asked, body } = entry.seen as Partial<Record<string, unknown>>
      if (type === 'history') return { ...entry, where: 'history', seen: messages }
      if (type === 'refused' && asked) return { ...entry, where: 'history', seen: reason }
      if (entry.where !== 'history') return entry
      const answer = body as { messages?: unknown; error?: { code: string } }
      return { ...entry, seen: answer.messages ?? answer.error?.code }
    },
  },
  {
    why: 'the characters of a history count towards the checkpoints of its page',
    mask: (entry) => ((entry.seen as { type?: unknown }).type === 'checkpoint' ? null : entry),
  },
  {
    why: 'the alarm ends the visits of a deleted bar, a tenth of a second later',
    mask: (entry) => {
      const { reason } = entry.seen as { reason?: unknown }
      return reason === 'closed' ? { ...entry, at: 0 } : entry
    },
  },
  {
    why: 'the event of a person who is no longer listed was called `aside`',
    mask: (entry) =>
      JSON.parse(JSON.stringify(entry).replaceAll('"kind":"aside"', '"kind":"unlisted"')),
  },
  {
    why: 'the alarm takes the peak of an hour; it was taken at each event, and a sleep could lose it',
    mask: (entry) => JSON.parse(JSON.stringify(entry).replaceAll(/"peak":\d+/g, '"peak":0')),
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
