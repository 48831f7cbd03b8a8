/** Of Chromium's trace. Times in microseconds; `tdur` is CPU time of the thread. */
export interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  tdur?: number
}

/** A task of the main thread is one of these. */
const TASK = 'RunTask'
const FIRST_PAINT = 'firstContentfulPaint'
/** Lighthouse's phone has a quarter of this machine's speed. */
const SLOWDOWN = 4
const BLOCKING_MS = 50

/**
 * What blocks the phone after the first paint, by the CPU time of each task: Lighthouse takes the
 * clock's, which grows with what else the machine does. `longestMs` is the longest task's, on the phone.
 */
export function readBlocking(events: readonly TraceEvent[]): { tbtMs: number; longestMs: number } {
  const paint = events.findLast(({ name }) => name === FIRST_PAINT)
  if (!paint) throw new Error('The trace has no first paint.')
  const tasks = events
    .filter(({ name, pid, tid, ts }) => {
      return name === TASK && pid === paint.pid && tid === paint.tid && ts >= paint.ts
    })
    .map(({ tdur = 0 }) => (tdur / 1_000) * SLOWDOWN)
  return {
    tbtMs: tasks.reduce((sum, ms) => sum + Math.max(0, ms - BLOCKING_MS), 0),
    longestMs: Math.max(0, ...tasks),
  }
}
