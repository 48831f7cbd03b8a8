import { spawn } from 'node:child_process'
import type { Tool } from './paths.ts'
import { inRoot, ROOT, TOOLS } from './paths.ts'

/**
 * Wrangler must neither report home nor fetch the edge's metadata: the app runs without a network. Nor
 * trace every event of every object, which takes half of the local server's time.
 */
export const QUIET_ENV = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_LOG_PATH: inRoot('.local/logs'),
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
} as const

/** `output` is everything printed, `stdout` what is meant for a program to read. */
export type Outcome = { code: number; output: string; stdout: string }

type Options = {
  env?: Record<string, string>
  /** Show what the tool prints as it comes, instead of collecting it. */
  live?: boolean
}

/** Runs one of the locked tools on this very Node and waits for its end. */
export function runTool(tool: Tool, args: string[], options: Options = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const stream = options.live ? 'inherit' : 'pipe'
    const child = spawn(process.execPath, [TOOLS[tool], ...args], {
      cwd: ROOT,
      env: { ...process.env, ...QUIET_ENV, ...options.env },
      stdio: ['ignore', stream, stream],
    })
    const endWithUs = (): void => {
      child.kill()
    }
    process.once('exit', endWithUs)
    let stdout = ''
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      output += chunk.toString()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (code) => {
      process.off('exit', endWithUs)
      resolve({ code: code ?? 1, output, stdout })
    })
  })
}
