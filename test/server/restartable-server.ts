import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '#scripts/local-server.ts'
import { explain, PORT_TAKEN } from '#scripts/user-error.ts'
import { startBuiltWorker } from './built-worker.ts'

export type RestartableServer = {
  readonly origin: string
  readonly stateDir: string
  /** All that the server has printed since its last start. */
  output: () => string
  stop: () => Promise<void>
  kill: () => Promise<void>
  /** Serves again on the same port and state; does nothing while it runs. */
  start: () => Promise<void>
}

/** All browsers of a test run come from one address, and nothing answers as a push service. */
const ONE_MACHINE = {
  LOGIN_TRIES_PER_NETWORK: '1000000',
  LOCAL_PUSH_SERVICE: 'http://127.0.0.1:9',
}

/** A server that a test may take away and bring back, as a deploy or a crash does. */
export async function startRestartable(
  stateDir: string,
  changed: Record<string, string> = {},
): Promise<RestartableServer> {
  const vars = { ...ONE_MACHINE, ...changed }
  const first = await startBuiltWorker({ stateDir, vars })
  const { origin, port } = first
  let running: Server | undefined = first
  let last = first
  return {
    origin,
    stateDir,
    output: () => last.output(),
    stop: async () => {
      await running?.stop()
      running = undefined
    },
    kill: async () => {
      await running?.kill()
      running = undefined
    },
    start: async () => {
      if (running !== undefined) return
      last = await onceFree(() => startBuiltWorker({ stateDir, vars, port }))
      running = last
    },
  }
}

const FREE_WITHIN_MS = 10_000

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
