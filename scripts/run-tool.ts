import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tool } from './paths.ts'
import { inRoot, ROOT, TOOLS } from './paths.ts'
import { UserError } from './user-error.ts'

/**
 * Wrangler must neither report home nor fetch the edge's metadata: the app runs without a network. Nor
 * trace every event of every object, which takes half of the local server's time.
 */
const TOOL_ENV = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_LOG_PATH: inRoot('.local/logs'),
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  // A start of wrangler or vitest takes a quarter less with its code compiled already.
  NODE_COMPILE_CACHE: inRoot('.local/compiled'),
} as const

const STOP_TIMEOUT_MS = 5_000

/** `output` is everything printed, `stdout` what is meant for a program to read. */
export type Outcome = { code: number; output: string; stdout: string }

interface RunOptions {
  env?: Record<string, string>
  /** Shows what the tool prints as it comes, instead of collecting it. */
  live?: boolean
}

/** Runs one of the locked tools on this very Node and waits for its end. */
export function runTool(tool: Tool, args: string[], options: RunOptions = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const stream = options.live ? 'inherit' : 'pipe'
    const child = spawn(process.execPath, [TOOLS[tool], ...args], {
      cwd: ROOT,
      env: { ...process.env, ...TOOL_ENV, ...options.env },
      stdio: ['ignore', stream, stream],
    })
    const killChild = (): void => void child.kill()
    process.once('exit', killChild)
    let stdout = ''
    let output = ''
    const collect = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout?.on('data', collect).on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
    })
    child.stderr?.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) => {
      process.off('exit', killChild)
      resolve({ code: code ?? 1, output, stdout })
    })
  })
}

/** A process that leads a group of its own. */
interface Leader {
  /** All that it has printed. */
  output: () => string
  hasEnded: () => boolean
  /** Resolves when the process has ended, whoever ended it, and its group with it. */
  ended: Promise<void>
  /** SIGKILL to the process and everything that it started. */
  kill: () => Promise<void>
}

/** A tool that serves until it is stopped. */
export interface RunningTool extends Leader {
  /** Asks the process to end. Resolves when no process of its group is left. */
  stop: () => Promise<void>
}

export interface StartOptions {
  env?: Record<string, string>
  onOutput?: ((text: string) => void) | undefined
  /** Gets the messages of a tool that knows Node's channel to its parent. */
  onMessage?: (message: unknown) => void
}

/** Starts a tool as a child process that ends with this one, however this one ends. */
export function startTool(tool: Tool, args: string[], options: StartOptions): RunningTool {
  const { env, onOutput, onMessage } = options
  const child = spawn(
    process.execPath,
    [`--import=${inRoot('scripts/end-with-parent.ts')}`, TOOLS[tool], ...args],
    {
      cwd: ROOT,
      env: { ...process.env, ...TOOL_ENV, ...env },
      // end-with-parent.ts reads standard input.
      stdio: ['pipe', 'pipe', 'pipe', ...(onMessage ? ['ipc' as const] : [])],
      // A process group of its own, so that its runtime and bundler can be ended with it.
      detached: true,
    },
  )
  if (onMessage) child.on('message', onMessage)
  const leader = lead(child, onOutput)
  return {
    ...leader,
    stop: async () => {
      if (!leader.hasEnded()) child.kill('SIGTERM')
      await Promise.race([leader.ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
      await leader.kill()
    },
  }
}

/** Watches over a process that was started detached, with pipes for what it prints. */
export function lead(child: ChildProcess, onOutput?: (text: string) => void): Leader {
  let output = ''
  const collect = (chunk: Buffer): void => {
    output += chunk.toString()
    onOutput?.(chunk.toString())
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  // What is left of its group would hold the pipes open.
  child.once('exit', () => killGroup(child))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const kill = (): Promise<void> => {
    killGroup(child)
    return ended
  }
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  return { output: () => output, hasEnded, ended, kill }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // ESRCH: the whole group has ended already.
  }
}

/** Installs what a folder's own lock file names, once: packages that only benches need. */
export function installPackages(folder: string): void {
  if (existsSync(inRoot(`${folder}/node_modules/.package-lock.json`))) return
  console.log(`Installing what only ${folder} needs: npm ci --prefix ${folder} …`)
  const { status } = spawnSync('npm ci', { cwd: inRoot(folder), stdio: 'inherit', shell: true })
  if (status !== 0) throw new UserError(`The packages of ${folder} could not be installed.`)
}
