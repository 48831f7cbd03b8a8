import type { Server } from '#scripts/local-server.ts'
import { serve, startOn } from '#scripts/local-server.ts'
import { TEST_SETTINGS } from './test-settings.ts'

const HOST = '127.0.0.1'

interface BuiltWorkerOptions {
  /** Where D1, R2 and the objects keep their data. */
  stateDir: string
  /** Override the settings that all tests run with. */
  vars?: Record<string, string>
}

/**
 * Serves the build as `npm start` does, but on Miniflare itself: `wrangler dev` sends each request through a
 * second runtime, which costs as much CPU again.
 */
export function startBuiltWorker({ stateDir, vars }: BuiltWorkerOptions): Promise<Server> {
  const env = { STATE_DIR: stateDir, VARS: JSON.stringify({ ...TEST_SETTINGS, ...vars }) }
  return startOn({ host: HOST, port: 0 }, (port) =>
    serve('builtWorker', [], { host: HOST, port }, { env: { ...env, PORT: String(port) } }),
  )
}
