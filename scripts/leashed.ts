import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tool } from './paths.ts'
import { inRoot, ROOT, TOOLS } from './paths.ts'
import { QUIET_ENV } from './run-tool.ts'

export type Leashed = {
  output: () => string
  hasEnded: () => boolean
  /** Resolves when the process has ended, whoever ended it. */
  ended: Promise<void>
  /** The orderly end. Resolves when no process is left. */
  stop: () => Promise<void>
  /** The power cut: SIGKILL to the process and everything that it started. */
  kill: () => Promise<void>
}

type Options = {
  env?: Record<string, string>
  onOutput?: ((text: string) => void) | undefined
  /** Gets what a tool that knows Node's channel to its parent says there. */
  onMessage?: (message: unknown) => void
}

const STOP_TIMEOUT_MS = 5_000

/** Starts a tool that serves until it is stopped, and that ends with us in any case. */
export function startLeashed(tool: Tool, args: string[], options: Options): Leashed {
  const { env, onOutput, onMessage } = options
  const child = spawn(
    process.execPath,
    [`--import=${inRoot('scripts/leash.ts')}`, TOOLS[tool], ...args],
    {
      cwd: ROOT,
      env: { ...process.env, ...QUIET_ENV, ...env },
      // The leash reads standard input: its end is our end.
      stdio: ['pipe', 'pipe', 'pipe', ...(onMessage ? ['ipc' as const] : [])],
      // A group of its own, so that its runtime and bundler can be ended with it.
      detached: true,
    },
  )
  let output = ''
  const take = (chunk: Buffer): void => {
    output += chunk.toString()
    onOutput?.(chunk.toString())
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  if (onMessage) child.on('message', onMessage)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const kill = async (): Promise<void> => {
    killGroup(child)
    await ended
  }
  return {
    output: () => output,
    hasEnded,
    ended,
    stop: async () => {
      if (!hasEnded()) child.kill('SIGTERM')
      await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
      await kill()
    },
    kill,
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // ESRCH: the whole group has ended already.
  }
}
