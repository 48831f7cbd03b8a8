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
    why: 'a first frame says that the room knows `typing`',
    mask: (entry) => ({ ...entry, seen: withoutTyping(entry.seen) }),
  },
  {
    why: 'owners and administrators are told whether a bar is unattended, also by a frame of its own',
    mask: (entry) => {
      if (isEmptyChange(entry.seen)) return null
      const isBoard = entry.where.startsWith('board')
      return JSON.parse(JSON.stringify(entry), (key, value) => {
        if (key === 'isUnattended') return
        return (key === 'number' && isBoard) || key === 'tag' ? 0 : value
      })
    },
  },
  {
    why: 'a call for help names to the boards who is on their way',
    mask: (entry) =>
      JSON.parse(JSON.stringify(entry), (key, value) => (key === 'helper' ? undefined : value)),
  },
]

function withoutTyping(seen: unknown): unknown {
  if (typeof seen !== 'object' || seen === null || !('you' in seen)) return seen
  const { typing: _, ...frame } = seen as { typing?: true }
  return frame
}

export function withoutIntended(entries: readonly Entry[], world: WorldName): Entry[] {
  return entries.flatMap((entry) => {
    let left: Entry | null = entry
    for (const { mask } of INTENDED) left = left && mask(left, world)
    return left ?? []
  })
}

function isEmptyChange(seen: unknown): boolean {
  const { type, people, gone, left } = seen as Record<string, unknown>
  return (
    type === 'changes' &&
    [people, gone, left].every((list) => Array.isArray(list) && list.length === 0)
  )
}
