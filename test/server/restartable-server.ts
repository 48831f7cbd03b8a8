import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '#scripts/local-server.ts'
import { explain, PORT_TAKEN } from '#scripts/user-error.ts'
import { startBuiltWorker } from './built-worker.ts'

export type RestartableServer = Awaited<ReturnType<typeof startRestartable>>

/** All browsers of a test run come from one address, and nothing answers as a push service. */
const ONE_MACHINE = {
  LOGIN_TRIES_PER_NETWORK: '1000000',
  LOCAL_PUSH_SERVICE: 'http://127.0.0.1:9',
}
const FREE_WITHIN_MS = 10_000

/**
 * A server that a test may take away and bring back, as a deploy or a crash does: on the same port and state. To
 * start it while it runs does nothing.
 */
export async function startRestartable(stateDir: string) {
  const startOnPort = (port: number) => startBuiltWorker({ stateDir, vars: ONE_MACHINE, port })
  let last = await startOnPort(0)
  const { origin, port } = last
  return {
    origin,
    stateDir,
    /** All that it has printed since its last start. */
    output: () => last.output(),
    stop: async () => {
      if (!last.hasEnded()) await last.stop()
    },
    kill: async () => {
      if (!last.hasEnded()) await last.kill()
    },
    start: async () => {
      if (last.hasEnded()) last = await onceFree(() => startOnPort(port))
    },
  }
}

/** What a killed runtime listened on is free a moment after it. */
async function onceFree(start: () => Promise<Server>): Promise<Server> {
  const giveUpAt = Date.now() + FREE_WITHIN_MS
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (explain(error) !== PORT_TAKEN || Date.now() > giveUpAt) throw error
      await sleep(100)
    }
  }
}
