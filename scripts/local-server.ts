import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, isIP } from 'node:net'
import { hashPassword } from '#worker/auth/passwords.ts'
import { generatePassword, readLocalPepper, toInsertFirstAdmin } from './administrators.ts'
import { DEMO_BAR, toInsertBar } from './bar-rows.ts'
import type { Row, Sql } from './database.ts'
import { migrateLocalDatabase, runSql } from './database.ts'
import { makeLocalSecrets } from './local-secrets.ts'
import { LOCAL_DIR, STATE_DIR } from './paths.ts'
import { UserError } from './user-error.ts'

export type Address = { host: string; port: number }

const DEFAULT_PORT = 8787
const PARENT_POLL_MS = 500
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const FIRST_ADMIN = 'admin@brinde.example'
/** Names the process that uses the local data. */
const RUNNING_FILE = `${LOCAL_DIR}/running.json`
const SERVING_COMMANDS = ['start', 'dev', 'demo'].map((name) => `scripts/commands.ts ${name}`)

/** Reads PORT and HOST. Throws a UserError for anything but a whole port number or an address. */
export function readAddress(env: Record<string, string | undefined>): Address {
  const { PORT = String(DEFAULT_PORT), HOST = '127.0.0.1' } = env
  const port = Number(PORT)
  if (!/^\d{1,5}$/.test(PORT) || port < 1 || port > 65_535) {
    throw new UserError(`PORT must be a whole number from 1 to 65535, not "${PORT}".`)
  }
  // The Worker answers plain http under no other name (worker/middleware/https-only.ts).
  // An address with a zone (`fe80::1%eth0`) is none of a URL.
  if (HOST !== 'localhost' && (isIP(HOST) === 0 || HOST.includes('%'))) {
    throw new UserError(`HOST must be an IP address or localhost, not "${HOST}".`)
  }
  return { host: HOST, port }
}

/**
 * The origin to open in a browser. Loopback and "every address" are written `localhost`, because
 * browsers give that name a secure context: camera, clipboard and, but for WebKit, Secure cookies.
 */
export function toOrigin({ host, port }: Address): string {
  const isLocal = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)
  const name = isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** No other machine reaches what listens there. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Rejects with the system's error where the address cannot be had. */
export async function assertFree({ host, port }: Address): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

type RunningServer = { pid: number; origin: string }

/** The server that uses the local data now. A file that a crash left counts for nothing. */
export function findRunningServer(): RunningServer | undefined {
  try {
    const running: RunningServer = JSON.parse(readFileSync(RUNNING_FILE, 'utf8'))
    process.kill(running.pid, 0)
    // Process ids are reused after a restart of the machine.
    const command = readCommand(running.pid)
    const isServing = SERVING_COMMANDS.some((serving) => command.includes(serving))
    return isServing && running.pid !== process.pid ? running : undefined
  } catch {
    // There is no such file, or no such process.
    return undefined
  }
}

/** The command line of a process. Linux has it in a file, a Mac tells it by `ps`. */
function readCommand(pid: number): string {
  const file = `/proc/${pid}/cmdline`
  if (existsSync(file)) return readFileSync(file, 'utf8').replaceAll('\0', ' ')
  return execFileSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' })
}

/** Two servers on one database would spoil it: throws a UserError while another one runs. */
export function assertNotRunning(): void {
  const running = findRunningServer()
  if (running !== undefined) {
    throw new UserError(
      `The app is running at ${running.origin} (process ${running.pid}). Stop it first.`,
    )
  }
}

/** Marks the local data as used by this process until it exits. */
export function claimLocalData(origin: string): void {
  assertNotRunning()
  mkdirSync(LOCAL_DIR, { recursive: true })
  writeFileSync(RUNNING_FILE, JSON.stringify({ pid: process.pid, origin }))
  process.once('exit', () => rmSync(RUNNING_FILE, { force: true }))
}

/** Miniflare and Vite exit by themselves at a signal: what they listen with goes, and `onStop` decides. */
export async function keepSignals<Started>(start: () => Promise<Started>): Promise<Started> {
  const kept = SIGNALS.flatMap((signal) => process.listeners(signal))
  const started = await start()
  for (const signal of SIGNALS)
    for (const listener of process.listeners(signal))
      if (!kept.includes(listener)) process.off(signal, listener)
  return started
}

/** Runs `stop` once and exits: on a signal, and when npm was ended, whose signal stays with its shell. */
export function onStop(stop: () => Promise<void>): void {
  let isStopping = false
  const stopOnce = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    await stop()
    process.exit()
  }
  for (const signal of SIGNALS) process.on(signal, stopOnce)
  if (process.env.npm_lifecycle_event === undefined) return
  const { ppid } = process
  setInterval(() => {
    if (process.ppid !== ppid) void stopOnce()
  }, PARENT_POLL_MS).unref()
}

/** Runs a server on the local data until it is stopped: what `npm start` and `npm run dev` share. */
export async function runLocally(
  address: Address,
  serve: (address: Address) => Promise<{ stop: () => Promise<void> }>,
): Promise<void> {
  const origin = toOrigin(address)
  claimLocalData(origin)
  let server: { stop: () => Promise<void> } | undefined
  onStop(async () => server?.stop())
  await assertFree(address)
  server = await serve(address)
  process.stdout.write(`
  Brinde is running.

  Start page     ${origin}/
  A bar to try   ${origin}/bar/${DEMO_BAR.id}   (${DEMO_BAR.name})
  By its ID      open ${origin}/bar-access and type ${DEMO_BAR.id}
  Administrators ${origin}/admin-login   (npm run admin -- list shows who)

  Ctrl+C stops it. The data stays in .local/state; npm run reset empties it.
`)
}

/**
 * Makes what the app needs on this machine: secrets, a migrated database, a bar, an administrator. Then runs `more`,
 * and returns its rows.
 */
export async function prepareLocal(
  more: readonly Sql[] = [],
  stateDir = STATE_DIR,
): Promise<Row[][]> {
  makeLocalSecrets()
  await migrateLocalDatabase(stateDir)
  const password = generatePassword()
  const [, firstAdmin, ...rows] = await runSql({ stateDir }, [
    toInsertBar(DEMO_BAR),
    toInsertFirstAdmin(FIRST_ADMIN, hashPassword(password, readLocalPepper()), Date.now()),
    ...more,
  ])
  // Only the password's hash is stored: it is shown this once.
  if (firstAdmin?.length) {
    process.stdout.write(`
  The first administrator, shown this once:

  Email      ${FIRST_ADMIN}
  Password   ${password}

  npm run admin -- password ${FIRST_ADMIN} sets another one.
`)
  }
  return rows
}
