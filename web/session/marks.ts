import * as v from 'valibot'
import { TIMINGS } from '#contract/timings.ts'
import { storedItem } from './stored-item.ts'

/** By bar: what remains of a profile after its keys, and until when. It identifies nobody. */
const marksItem = storedItem(
  'marks',
  v.record(v.string(), v.object({ mark: v.string(), until: v.number() })),
  () => localStorage,
)

export function readMark(barId: string): string | null {
  return livingMarks()[barId]?.mark ?? null
}

/** Giving a mark again does not extend its life. */
export function keepMark(barId: string, mark: string): void {
  const marks = livingMarks()
  if (marks[barId]?.mark === mark) return
  marksItem.write({ ...marks, [barId]: { mark, until: Date.now() + TIMINGS.markMs } })
}

function livingMarks() {
  const marks = Object.entries(marksItem.read() ?? {})
  return Object.fromEntries(marks.filter(([, { until }]) => until > Date.now()))
}
