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
]

export function withoutIntended(entries: readonly Entry[], world: WorldName): Entry[] {
  return entries.flatMap((entry) => {
    let left: Entry | null = entry
    for (const { mask } of INTENDED) left = left && mask(left, world)
    return left ?? []
  })
}
