import { setTimeout as sleep } from 'node:timers/promises'

const AT_ONCE = 16

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

/** As fast as the server lets a few at once; what each came to, in the order of `items`. */
export async function inLanes<Item, T>(
  items: readonly Item[],
  act: (item: Item, index: number) => Promise<T>,
): Promise<T[]> {
  const done: T[] = []
  const waiting = items.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of waiting) done[index] = await act(item, index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return done
}
