import { findPort } from '#scripts/address.ts'
import type { Server } from '#scripts/serve.ts'
import { startServer } from '#scripts/serve.ts'

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

/** All browsers of a test run come from one address. */
const ONE_ADDRESS = { LOGIN_TRIES_PER_NETWORK: '1000000' }

/** Below the ports that systems give to outgoing connections: one of those would take it in between. */
const FIRST_PORT = 20_000
const PORTS = 10_000
const TRIES = 20

/** A port that is still free when a server that left it comes back. */
async function findLastingPort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
    try {
      return await findPort({ host: '127.0.0.1', port })
    } catch (error) {
      if (tries === TRIES) throw error
    }
  }
}

/** A server that a test may take away and bring back, as a deploy or a crash does. */
export async function startRestartable(
  stateDir: string,
  changed: Record<string, string> = {},
): Promise<RestartableServer> {
  const vars = { ...ONE_ADDRESS, ...changed }
  const port = await findLastingPort()
  const first = await startServer({ stateDir, vars, port })
  const { origin } = first
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
      last = await startServer({ stateDir, vars, port })
      running = last
    },
  }
}
