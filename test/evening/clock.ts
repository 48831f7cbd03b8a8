import { ALL, activity, asked } from './activity.ts'

/**
 * The timers of both rooms, by the clock that the test puts. Each runs where it was set, because the
 * platform lets no object use the sockets of another: a true timer looks whether it is due.
 */
interface Timer {
  readonly of: object
  dueAt: number
  readonly everyMs: number | null
  readonly look: ReturnType<typeof globalThis.setInterval>
}

const LOOK_MS = 1

let turn: object = {}
const timers = new Set<Timer>()

/** Lets the timers of this world run. Timers of the other world wait. */
export function takeTurn(world: object): void {
  turn = world
}

/** When the next timer of the world that plays is due. */
export function nextTimer(): number {
  return Math.min(...[...timers].filter(({ of }) => of === turn).map(({ dueAt }) => dueAt))
}

/** Whether the world that plays waits for a timer, which keeps an object awake. */
export function hasTimers(kind: 'once' | 'any'): boolean {
  return [...timers].some(({ of, everyMs }) => of === turn && (kind === 'any' || everyMs === null))
}

type Run = (...values: unknown[]) => void

function begin(run: Run, ms: number, values: unknown[], repeats: boolean): Timer {
  const look = globalThis.setInterval(() => {
    if (timer.of !== turn || timer.dueAt > Date.now()) return
    if (timer.everyMs === null) end(timer)
    else timer.dueAt += timer.everyMs
    activity.done += 1
    asked.add(ALL)
    run(...values)
  }, LOOK_MS)
  const timer: Timer = { of: turn, dueAt: Date.now() + ms, everyMs: repeats ? ms : null, look }
  timers.add(timer)
  return timer
}

function end(timer: Timer | null | undefined): void {
  if (!timer || !timers.delete(timer)) return
  globalThis.clearInterval(timer.look)
}

export const setTimeout = (run: Run, ms = 0, ...values: unknown[]) => begin(run, ms, values, false)
export const setInterval = (run: Run, ms = 0, ...values: unknown[]) => begin(run, ms, values, true)
export const clearTimeout = end
export const clearInterval = end
