import { globSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import type { V4MiniflareOptions } from 'miniflare'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { isLoopback, keepSignals, toOrigin } from './local-server.ts'
import { inRoot, LOCAL_WORKER_CONFIG } from './paths.ts'
import { TOOL_ENV } from './run-tool.ts'
import { toUserError } from './user-error.ts'

const FRONT = 'front'

export interface ServerOptions {
  /** 0, the default, takes a free port. */
  port?: number
  host?: string
  /** The data of D1, R2 and the objects. */
  stateDir: string
  /** The Worker's configuration; the built one unless a test or a bench serves another. */
  config?: string
  /** The Worker's first module; `index.js` beside its configuration unless a bench bundled it elsewhere. */
  script?: string
  /** Override the variables of wrangler.toml. */
  vars?: Record<string, string>
  /** Gets what the Worker and the runtime print, line by line. */
  onOutput?: (text: string) => void
  /** Lets V8's inspector look into the Worker. Off by default. */
  isInspected?: boolean
}

export interface Server {
  origin: string
  port: number
  /** The WebSocket of V8's inspector, of an inspected server. */
  inspector: URL | null
  stop: () => Promise<void>
}

class OutputLog extends Log {
  readonly #onOutput: (text: string) => void

  constructor(onOutput: (text: string) => void) {
    super(LogLevel.WARN)
    this.#onOutput = onOutput
  }

  override log(message: string): void {
    this.#onOutput(`${message}\n`)
  }
}

/**
 * Serves the production build with its real Worker on workerd, by Miniflare in this process. workerd ends with it.
 * The database must be migrated. Throws a UserError where the address cannot be had.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { host = '127.0.0.1', stateDir, vars = {}, onOutput = () => {} } = options
  const { isInspected = false } = options
  const config = options.config ?? LOCAL_WORKER_CONFIG
  const script = options.script ?? join(dirname(config), 'index.js')
  const worker = await readWorker(config, script, vars)
  const front = {
    name: FRONT,
    ...toModules(inRoot('scripts/front-worker.js')),
    compatibilityDate: worker.compatibilityDate,
    compatibilityFlags: worker.compatibilityFlags,
    // A socket that names its Worker says nothing of its client. On this machine it is this machine.
    bindings: { CLIENT: isLoopback(host) ? '127.0.0.1' : null },
    serviceBindings: { APP: worker.name },
    unsafeDirectSockets: [{ host, port: options.port ?? 0 }],
  }
  const shared = {
    // Miniflare's own entry point, which gets no requests.
    port: 0,
    cf: false,
    log: new OutputLog(onOutput),
    handleStructuredLogs: ({ message }: { message: string }) => onOutput(`${message}\n`),
    // The same folder name as wrangler and Vite's plugin use.
    resourcePersistencePath: `${stateDir}/v3`,
    ...(isInspected && { inspectorPort: 0 }),
  }
  const all = { ...shared, workers: [front, worker] } as unknown as V4MiniflareOptions
  const miniflare = await keepSignals(async () => new Miniflare(convertV4MiniflareOptions(all)))
  const stop = () => miniflare.dispose()
  try {
    await miniflare.ready
    const port = Number((await miniflare.unsafeGetDirectURL(FRONT)).port)
    const inspector = isInspected ? await miniflare.getInspectorURL() : null
    return { origin: toOrigin({ host, port }), port, inspector, stop }
  } catch (error) {
    // It cleans up, and fails once more as the start did.
    await stop().catch(() => {})
    throw toUserError('The server', String(error))
  }
}

/** The Worker as wrangler reads its configuration, with the secrets of `.dev.vars` beside that. */
async function readWorker(config: string, script: string, vars: Record<string, string>) {
  // wrangler reads these when it is loaded.
  Object.assign(process.env, TOOL_ENV)
  const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import('wrangler')
  const read = quietly(() => unstable_getMiniflareWorkerOptions(config))
  const { modulesRules: _, ...options } = read.workerOptions
  // The folders of the objects' data are named after the Worker.
  const {
    name,
    compatibility_date: compatibilityDate,
    compatibility_flags: compatibilityFlags,
  } = unstable_readConfig({ config })
  const bindings = Object.assign({}, options.bindings, vars)
  const settings = { name, compatibilityDate, compatibilityFlags, bindings }
  return { ...options, ...settings, ...toModules(script) }
}

/** wrangler would print where it found the secrets. Its commands, which inherit the variable, are to print. */
function quietly<Read>(read: () => Read): Read {
  const { WRANGLER_LOG } = process.env
  process.env.WRANGLER_LOG = 'warn'
  try {
    return read()
  } finally {
    if (WRANGLER_LOG === undefined) delete process.env.WRANGLER_LOG
    else process.env.WRANGLER_LOG = WRANGLER_LOG
  }
}

/** A script and those that it imports, which lie in `assets/` beside it. */
function toModules(script: string) {
  const { dir, base } = parse(script)
  const files = [base, ...globSync('assets/*.js', { cwd: dir })]
  const modules = files.map((name) => ({ type: 'ESModule', path: join(dir, name) }))
  return { modules, modulesRoot: dir }
}
