import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 10

/** Waits until something holds; throws with its name where it does not in time. */
export async function waitFor(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 15_000,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`)
    await sleep(LOOK_EVERY_MS)
  }
}
