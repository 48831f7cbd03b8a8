import { setTimeout as sleep } from 'node:timers/promises'

/** Begins with each in turn, evenly within that time; what all of them came to. */
export async function atPace<T>(
  count: number,
  withinMs: number,
  act: (index: number) => Promise<T>,
): Promise<T[]> {
  const startedAt = performance.now()
  const acts: Promise<T>[] = []
  for (let index = 0; index < count; index += 1) {
    const dueAt = startedAt + (index * withinMs) / count
    await sleep(Math.max(0, dueAt - performance.now()))
    acts.push(act(index))
  }
  return Promise.all(acts)
}
