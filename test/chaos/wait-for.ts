import { setTimeout as sleep } from 'node:timers/promises'
import { TEST_HANGS_AFTER_MS } from '#test/hang-limits.ts'

const LOOK_EVERY_MS = 10
/** Before the test's own limit, which does not say what it waited for. */
const HANGS_AFTER_MS = TEST_HANGS_AFTER_MS / 2

/** Waits until something holds, and throws its name if it never does. */
export async function waitFor(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = HANGS_AFTER_MS,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`)
    await sleep(LOOK_EVERY_MS)
  }
}
