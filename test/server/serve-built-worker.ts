// Serves the build on the address of PORT until its parent ends. Its data lie in STATE_DIR, and VARS
// override the variables of wrangler.toml.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { V4MiniflareOptions } from 'miniflare'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { BUILT_WORKER_DIR, LOCAL_WORKER_CONFIG } from '#scripts/paths.ts'

const { PORT, STATE_DIR, VARS = '{}' } = process.env
const { modulesRules: _, ...built } =
  unstable_getMiniflareWorkerOptions(LOCAL_WORKER_CONFIG).workerOptions
// The first one is the entry.
const modules = ['index.js', ...globSync('assets/*.js', { cwd: BUILT_WORKER_DIR })].map((name) => ({
  type: 'ESModule',
  path: join(BUILT_WORKER_DIR, name),
}))
const options = {
  ...built,
  name: 'brinde',
  modules,
  modulesRoot: BUILT_WORKER_DIR,
  bindings: Object.assign({}, built.bindings, JSON.parse(VARS)),
  port: Number(PORT),
  cf: false,
  // Its timer is asked for at /cdn-cgi/local/scheduled.
  unsafeTriggerHandlers: true,
  log: new Log(LogLevel.WARN),
  resourcePersistencePath: `${STATE_DIR}/v3`,
}
const server = new Miniflare(convertV4MiniflareOptions(options as V4MiniflareOptions))
await server.ready
process.send?.(JSON.stringify({ event: 'DEV_SERVER_READY', port: Number(PORT) }))
