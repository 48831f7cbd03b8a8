import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { LOCAL_DIR } from './paths.ts'
import { Refusal } from './refusal.ts'

const MARK = `${LOCAL_DIR}/running.json`
const SCRIPTS = ['scripts/start.ts', 'scripts/dev.ts', 'scripts/demo.ts']

type Mark = { pid: number; origin: string }

/** The server that uses the local data now. A mark left by a crash counts for nothing. */
export function findRunning(): Mark | undefined {
  if (!existsSync(MARK)) return undefined
  try {
    const mark: Mark = JSON.parse(readFileSync(MARK, 'utf8'))
    return mark.pid !== process.pid && isOurs(mark.pid) ? mark : undefined
  } catch {
    return undefined
  }
}

/** Two servers on one database would spoil it; refuses while another one runs. */
export function refuseWhileRunning(): void {
  const running = findRunning()
  if (running !== undefined) {
    throw new Refusal(
      `The app is running at ${running.origin} (process ${running.pid}). Stop it first.`,
    )
  }
}

/** Marks the local data as in use by this process. */
export function markRunning(origin: string): void {
  refuseWhileRunning()
  mkdirSync(LOCAL_DIR, { recursive: true })
  writeFileSync(MARK, JSON.stringify({ pid: process.pid, origin } satisfies Mark))
}

export function unmarkRunning(): void {
  rmSync(MARK, { force: true })
}

function isOurs(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // A number is given again after a restart of the machine: where the system tells, look at the name.
  const commandLine = `/proc/${pid}/cmdline`
  if (!existsSync(commandLine)) return true
  const command = readFileSync(commandLine, 'utf8')
  return SCRIPTS.some((script) => command.includes(script))
}
