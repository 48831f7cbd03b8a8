import { spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import type { Tool } from './paths.ts'
import { inRoot, ROOT, TOOLS } from './paths.ts'
import { UserError } from './user-error.ts'

const load = createRequire(import.meta.url)
const { default: workerd }: { default: string } = load('workerd')
const { isInstalled }: { isInstalled: (root: string) => boolean } = load('./installed.cjs')

/**
 * Wrangler must neither report home nor fetch the edge's metadata: the app runs without a network. Nor
 * trace every event of every object, which takes half of the local server's time.
 */
export const TOOL_ENV = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  // Its log would hold the operator's token, for everybody on this machine to read.
  WRANGLER_WRITE_LOGS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  X_LOCAL_OBSERVABILITY: 'false',
  MINIFLARE_WORKERD_PATH: inRoot('scripts/leashed-workerd.sh'),
  WORKERD: workerd,
  // A start of wrangler or vitest takes a quarter less with its code compiled already.
  NODE_COMPILE_CACHE: inRoot('.local/compiled'),
} as const

/** `output` is everything printed, `stdout` the part for programs. */
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

/** Installs what a folder's own lock file names, where it is not there: packages that only benches need. */
export function installPackages(folder: string): void {
  if (isInstalled(inRoot(folder))) return
  console.log(`Installing what only ${folder} needs: npm ci --prefix ${folder} …`)
  const { status } = spawnSync('npm', ['ci'], { cwd: inRoot(folder), stdio: 'inherit' })
  if (status !== 0) throw new UserError(`The packages of ${folder} could not be installed.`)
}
