import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPort, toOrigin } from './address.ts'
import { BUILT_WORKER_CONFIG, inRoot, ROOT, TOOLS } from './paths.ts'
import { refuse } from './refusal.ts'
import { QUIET_ENV } from './run-tool.ts'

export type ServerOptions = {
  /** 0, the default, takes a free port. */
  port?: number
  host?: string
  /** Where D1, R2 and the objects keep their data. */
  stateDir: string
  /** Variables that stand over those of wrangler.toml: limits raised for a bench, a fixed secret. */
  vars?: Record<string, string>
  /** Gets what the server prints, as it comes. */
  onOutput?: (text: string) => void
}

export type Server = {
  origin: string
  port: number
  /** Everything printed so far: the Worker's log lines and the runtime's complaints. */
  output: () => string
  /** The orderly end. Resolves when no process is left. */
  stop: () => Promise<void>
  /** The power cut: SIGKILL to the runtime and everything around it. */
  kill: () => Promise<void>
  /** Resolves when the server has ended, whoever ended it. */
  ended: Promise<void>
}

const READY_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 5_000
const POLL_MS = 50

/** Serves the production build with its real Worker on workerd. The database must be migrated. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { host = '127.0.0.1', stateDir, vars = {}, onOutput } = options
  const port = await findPort({ host, port: options.port ?? 0 })
  const child = spawn(
    process.execPath,
    [
      `--import=${inRoot('scripts/leash.ts')}`,
      TOOLS.wrangler,
      'dev',
      `--config=${BUILT_WORKER_CONFIG}`,
      `--ip=${host}`,
      `--port=${port}`,
      '--inspector-port=0',
      `--persist-to=${stateDir}`,
      '--show-interactive-dev-session=false',
      '--log-level=warn',
      ...Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
    ],
    {
      cwd: ROOT,
      env: { ...process.env, ...QUIET_ENV, WRANGLER_REGISTRY_PATH: `${stateDir}/registry` },
      // The leash reads standard input: its end is our end.
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that its runtime and bundler can be ended with it.
      detached: true,
    },
  )
  let printed = ''
  const take = (chunk: Buffer): void => {
    printed += chunk.toString()
    onOutput?.(chunk.toString())
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null) child.kill(signal)
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
    killGroup(child)
    await ended
  }
  const server: Server = {
    origin: toOrigin({ host, port }),
    port,
    output: () => printed,
    stop: () => end('SIGTERM'),
    kill: async () => {
      killGroup(child)
      await ended
    },
    ended,
  }
  if (!(await isReady(server.origin, child))) {
    await server.kill()
    throw refuse('The server', printed)
  }
  return server
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // ESRCH: the whole group has ended already.
  }
}

async function isReady(origin: string, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const answer = await fetch(`${origin}/api/`).catch(() => undefined)
    if (answer !== undefined) {
      await answer.arrayBuffer()
      return true
    }
    await sleep(POLL_MS)
  }
  return false
}
