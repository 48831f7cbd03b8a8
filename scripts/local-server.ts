import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { hashPassword } from '#worker/auth/passwords.ts'
import { generatePassword, readLocalPepper, toInsertFirstAdmin } from './administrators.ts'
import { DEMO_BAR, toInsertBar } from './bar-rows.ts'
import type { Row, Sql } from './database.ts'
import { migrateLocalDatabase, runSql } from './database.ts'
import { makeLocalSecrets } from './local-secrets.ts'
import type { Tool } from './paths.ts'
import { LOCAL_DIR, LOCAL_WORKER_CONFIG, STATE_DIR } from './paths.ts'
import type { RunningTool, StartOptions } from './run-tool.ts'
import { startTool } from './run-tool.ts'
import { explain, PORT_TAKEN, runScript, toUserError, UserError } from './user-error.ts'

type Address = { host: string; port: number }

const DEFAULT_PORT = 8787
/**
 * Systems give ports above these to whoever listens on "any" or connects: one that was free a
 * moment ago may be taken before a server has started on it.
 */
const RANDOM_PORTS = { from: 20_000, to: 32_767 }
const READY_TIMEOUT_MS = 30_000
const POLL_MS = 50
const PARENT_POLL_MS = 500
const FIRST_ADMIN = 'admin@brinde.example'
/** Names the process that uses the local data. */
const RUNNING_FILE = `${LOCAL_DIR}/running.json`
const SERVING_COMMANDS = ['start', 'dev', 'demo'].map((name) => `scripts/commands.ts\0${name}`)

/** Reads PORT and HOST. Throws a UserError for anything but a whole port number or an address. */
export function readAddress(env: Record<string, string | undefined>): Address {
  const { PORT = String(DEFAULT_PORT), HOST = '127.0.0.1' } = env
  const port = Number(PORT)
  if (!/^\d{1,5}$/.test(PORT) || port < 1 || port > 65_535) {
    throw new UserError(`PORT must be a whole number from 1 to 65535, not "${PORT}".`)
  }
  // The Worker answers plain http under no other name (worker/middleware/https-only.ts).
  if (HOST !== 'localhost' && isIP(HOST) === 0) {
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

/** Port 0 asks for a free one. Rejects with the system's error where the address cannot be had. */
export function findPort(address: Address): Promise<number> {
  return startOn(address, async (port) => port)
}

/**
 * Starts a server on the address. Port 0 takes a free one, and another one where somebody else takes it before the
 * server listens. Rejects as `start` does, and with the system's error where the address cannot be had.
 */
export async function startOn<S>(
  { host, port }: Address,
  start: (port: number) => Promise<S>,
): Promise<S> {
  for (;;) {
    const candidate = port || randomInt(RANDOM_PORTS.from, RANDOM_PORTS.to + 1)
    try {
      return await start(await probe({ host, port: candidate }))
    } catch (error) {
      if (port !== 0 || explain(error) !== PORT_TAKEN) throw error
    }
  }
}

function probe({ host, port }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve(port)))
  })
}

export interface ServerOptions {
  /** 0, the default, takes a free port. */
  port?: number
  host?: string
  /** Where D1, R2 and the objects keep their data. */
  stateDir: string
  /** The Worker's configuration; the built one unless a bench serves another. */
  config?: string
  /** The Worker's entry in place of the configuration's. */
  script?: string
  /** Override the variables of wrangler.toml. */
  vars?: Record<string, string>
  /** Gets what the server prints, as it comes. */
  onOutput?: (text: string) => void
}

export type Server = RunningTool & { origin: string; port: number }

/** What our servers and wrangler send their parent once their address is open. */
const openedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.literal('DEV_SERVER_READY'), port: v.number() }),
)

/** Serves the production build with its real Worker on workerd. The database must be migrated. */
export function startServer(options: ServerOptions): Promise<Server> {
  const { host = '127.0.0.1', stateDir, vars = {}, onOutput } = options
  const env = { WRANGLER_REGISTRY_PATH: `${stateDir}/registry` }
  return startOn({ host, port: options.port ?? 0 }, (port) => {
    const args = [
      'dev',
      ...(options.script === undefined ? [] : [options.script]),
      `--config=${options.config ?? LOCAL_WORKER_CONFIG}`,
      `--ip=${host}`,
      `--port=${port}`,
      '--inspector-port=0',
      `--persist-to=${stateDir}`,
      '--show-interactive-dev-session=false',
      '--log-level=warn',
      ...Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
    ]
    return serve('wrangler', args, { host, port }, { env, onOutput })
  })
}

/** Starts a tool that serves on the address, and says so to its parent. */
export async function serve(
  tool: Tool,
  args: string[],
  { host, port }: Address,
  options: Pick<StartOptions, 'env' | 'onOutput'>,
): Promise<Server> {
  const origin = toOrigin({ host, port })
  let isOpen = false
  const onMessage = (message: unknown) => {
    const opened = v.safeParse(openedSchema, message)
    isOpen ||= opened.success && opened.output.port === port
  }
  const server = startTool(tool, args, { ...options, onMessage })
  await waitUntilReady(origin, server, () => isOpen)
  return { ...server, origin, port }
}

/**
 * Waits until the server answers. Ends it and throws a UserError where it does not. Before `hasOpened`
 * returns true another process may answer at the address, so nothing is asked there.
 */
export async function waitUntilReady(
  origin: string,
  server: RunningTool,
  hasOpened: () => boolean = () => true,
): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!server.hasEnded() && Date.now() < deadline) {
    const answer = hasOpened() && (await fetch(`${origin}/api/`).catch(() => undefined))
    if (answer) return void (await answer.arrayBuffer())
    await sleep(POLL_MS)
  }
  await server.kill()
  throw toUserError('The server', server.output())
}

type RunningServer = { pid: number; origin: string }

/** The server that uses the local data now. A file that a crash left counts for nothing. */
export function findRunningServer(): RunningServer | undefined {
  try {
    const running: RunningServer = JSON.parse(readFileSync(RUNNING_FILE, 'utf8'))
    process.kill(running.pid, 0)
    // Process ids are reused after a restart of the machine: compare the command line where there is one.
    const file = `/proc/${running.pid}/cmdline`
    const command = existsSync(file) ? readFileSync(file, 'utf8') : SERVING_COMMANDS.join()
    const isServing = SERVING_COMMANDS.some((serving) => command.includes(serving))
    return isServing && running.pid !== process.pid ? running : undefined
  } catch {
    // There is no such file, or no such process.
    return undefined
  }
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

/** Runs `stop` once and exits: on a signal, and when npm was ended, whose signal stays with its shell. */
export function onStop(stop: () => Promise<void>): void {
  let isStopping = false
  const stopOnce = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    await stop()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOnce)
  if (process.env.npm_lifecycle_event === undefined) return
  const { ppid } = process
  setInterval(() => {
    if (process.ppid !== ppid) void stopOnce()
  }, PARENT_POLL_MS).unref()
}

/** Runs a server on the local data until it is stopped: what `npm start` and `npm run dev` share. */
export async function runLocally(serve: (address: Address) => Promise<RunningTool>): Promise<void> {
  await runScript(async () => {
    const address = readAddress(process.env)
    const origin = toOrigin(address)
    claimLocalData(origin)
    let server: RunningTool | undefined
    let isStopping = false
    onStop(async () => {
      isStopping = true
      await server?.stop()
    })
    await findPort(address)
    server = await serve(address)
    process.stdout.write(`
  Brinde is running.

  Start page     ${origin}/
  A bar to try   ${origin}/bar/${DEMO_BAR.id}   (${DEMO_BAR.name})
  By its ID      open ${origin}/bar-access and type ${DEMO_BAR.id}
  Administrators ${origin}/admin-login   (npm run admin -- list shows who)

  Ctrl+C stops it. The data stays in .local/state; npm run reset empties it.
`)
    await server.ended
    if (!isStopping) throw new UserError('The server ended by itself.')
  })
}

/**
 * Makes what the app needs on this machine: secrets, a migrated database, a bar, an administrator. Then runs `more`,
 * and returns its rows.
 */
export async function prepareLocal(
  origin: string,
  more: readonly Sql[] = [],
  stateDir = STATE_DIR,
): Promise<Row[][]> {
  makeLocalSecrets()
  await migrateLocalDatabase(stateDir)
  const password = generatePassword()
  const [, firstAdmin, ...rows] = await runSql({ stateDir }, [
    toInsertBar(DEMO_BAR, origin),
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
