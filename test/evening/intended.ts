import type { WorldName } from './bindings.ts'
import type { Entry } from './transcript.ts'

/** A difference that a change makes on purpose. The mask removes it from both transcripts. */
interface Intended {
  why: string
  /** Returns the entry without the difference; null drops the entry. */
  mask: (entry: Entry, world: WorldName) => Entry | null
}

/** Empty where everything is equal. What no mask can take back moves the commit of earlier-sources.ts. */
const INTENDED: readonly Intended[] = []

export function withoutIntended(entries: readonly Entry[], world: WorldName): Entry[] {
  return entries.flatMap((entry) => {
    let left: Entry | null = entry
    for (const { mask } of INTENDED) left = left && mask(left, world)
    return left ?? []
  })
}
