import { setTimeout as sleep } from 'node:timers/promises'
import type { Leashed } from './leashed.ts'
import { refuse } from './refusal.ts'

const READY_TIMEOUT_MS = 30_000
const POLL_MS = 50

/**
 * Waits until the server answers; ends it and explains why where it does not. `hasOpened` knows
 * whether the address is the server's: until then a stranger may answer there.
 */
export async function waitUntilReady(
  origin: string,
  server: Leashed,
  hasOpened: () => boolean = () => true,
): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!server.hasEnded() && Date.now() < deadline) {
    const answer = hasOpened() && (await fetch(`${origin}/api/`).catch(() => undefined))
    if (answer) {
      await answer.arrayBuffer()
      return
    }
    await sleep(POLL_MS)
  }
  await server.kill()
  throw refuse('The server', server.output())
}
