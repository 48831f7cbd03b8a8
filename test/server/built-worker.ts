import type { Server } from '#scripts/local-server.ts'
import { startOn, toOrigin, waitUntilReady } from '#scripts/local-server.ts'
import { startTool } from '#scripts/run-tool.ts'
import { TEST_SETTINGS } from './test-settings.ts'

const HOST = '127.0.0.1'

export interface BuiltWorkerOptions {
  /** Where D1, R2 and the objects keep their data. */
  stateDir: string
  /** Override the settings that all tests run with. */
  vars?: Record<string, string>
  /** 0, the default, takes a free port. */
  port?: number
}

/**
 * Serves the build as `npm start` does, but on Miniflare itself: `wrangler dev` sends each request through a
 * second runtime, which costs as much CPU again.
 */
export function startBuiltWorker(options: BuiltWorkerOptions): Promise<Server> {
  return startOn({ host: HOST, port: options.port ?? 0 }, (port) => startOnPort(port, options))
}

async function startOnPort(port: number, options: BuiltWorkerOptions): Promise<Server> {
  let isOpen = false
  const server = startTool('builtWorker', [], {
    env: {
      PORT: String(port),
      STATE_DIR: options.stateDir,
      VARS: JSON.stringify({ ...TEST_SETTINGS, ...options.vars }),
    },
    onMessage: () => {
      isOpen = true
    },
  })
  const origin = toOrigin({ host: HOST, port })
  await waitUntilReady(origin, server, () => isOpen)
  return { ...server, origin, port }
}
