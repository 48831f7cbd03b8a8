import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { toInsertBars } from '#scripts/bar-rows.ts'
import { BUILT_WORKER_DIR, inRoot, ROOT } from '#scripts/paths.ts'
import { POOL } from '#test/server/bar-pool.ts'
import { RAISED } from './endpoint.ts'
import { LAZY_PARTS, toWorkerdConfig } from './workerd-config.ts'
import { WorkerdProcess } from './workerd-process.ts'

const ENDED_WITHIN_MS = 200
const BARS = POOL.slice(0, 8)

/** Raised, because these tests do not test the limits of a person. */
const RAISED_LIMITS = {
  framesBurst: RAISED,
  framesPerSecond: RAISED,
  peopleAskedBurst: RAISED,
  historyBurst: RAISED,
  peopleAskedPerSecond: RAISED,
  sayPairBurst: RAISED,
  sayPairPerSecond: RAISED,
  sayPerMinute: RAISED,
  newPeoplePerHour: RAISED,
  unansweredMessages: RAISED,
  socketsPerBar: RAISED,
  handshakesPerSecond: RAISED,
  upgradesBurstPerPerson: RAISED,
  upgradesBurstPerNetwork: RAISED,
  profilesBurstPerNetwork: RAISED,
  profilesPerMinutePerNetwork: RAISED,
  profilesBurstPerBar: RAISED,
  profilesPerMinutePerBar: RAISED,
  storedBytesPerPerson: 1_000 * RAISED,
}

export type ChaosServerOptions = {
  /** The text of the bundled Worker; by default what the build left in dist. */
  bundle?: string
  /** Keeps the Worker's real limits instead of raised ones. */
  honestLimits?: boolean
  /** Exceptions to the raised limits. */
  limits?: Partial<typeof RAISED_LIMITS>
}

/** The Worker on a raw workerd that may be killed at any moment, with all it stores on disk. */
export class ChaosServer {
  /** The bars in the database. Most tests use the first one. */
  readonly barIds = BARS.map(({ id }) => id) as [string, ...string[]]
  readonly barId = this.barIds[0]
  /** Room for what a run leaves behind; gone with the server. */
  readonly folder: string
  #process: WorkerdProcess | null = null

  readonly #removeFolder = (): void => rmSync(this.folder, { recursive: true, force: true })

  private constructor(folder: string) {
    this.folder = folder
    process.once('exit', this.#removeFolder)
  }

  static async start(options: ChaosServerOptions = {}): Promise<ChaosServer> {
    const folder = mkdtempSync(join(tmpdir(), 'brinde-chaos-'))
    const server = new ChaosServer(folder)
    try {
      server.#install(options)
      await server.restart()
      await server.askDatabase('/script', readSchema())
      return server
    } catch (error) {
      await server.stop()
      throw error
    }
  }

  /** The port, or null while no server runs. */
  get port(): number | null {
    return this.#process && !this.#process.hasEnded ? this.#process.ports.app : null
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port ?? 0}`
  }

  /** Whether the process ended by itself, without a kill of the test. */
  get hasDied(): boolean {
    return this.#process?.hasEnded ?? false
  }

  get process(): WorkerdProcess {
    if (!this.#process) throw new Error('The server does not run.')
    return this.#process
  }

  /** Everything printed since the last start. */
  get output(): string {
    return this.#process?.output ?? ''
  }

  async kill(): Promise<void> {
    await this.#process?.kill()
    this.#process = null
  }

  /** The same storage again, in a new process. No file of it may outgrow `fileKiB`. */
  async restart(fileKiB: number | 'unlimited' = 'unlimited'): Promise<void> {
    await this.kill()
    this.#process = await WorkerdProcess.start(join(this.folder, 'config.capnp'), fileKiB)
  }

  /** The next start serves another version of the Worker. */
  deploy(bundle: string): void {
    writeFileSync(join(this.folder, 'app.js'), bundle)
  }

  /** The statements that D1 was asked since the last start, each as often as it was asked. */
  async listQueries(): Promise<string[]> {
    const asked = (await this.askDatabase('/asked')) as [sql: string, times: number][]
    return asked.flatMap(([sql, times]) => Array.from({ length: times }, () => sql))
  }

  async askDatabase(path: string, body?: string): Promise<unknown> {
    const url = `http://127.0.0.1:${this.process.ports.database}${path}`
    const answer = await fetch(url, body === undefined ? {} : { method: 'POST', body })
    if (!answer.ok) throw new Error(`The database answered ${await answer.text()}`)
    return answer.json()
  }

  async stop(): Promise<void> {
    await this.kill()
    process.off('exit', this.#removeFolder)
    this.#removeFolder()
  }

  #install({
    bundle = readBuiltWorker(),
    honestLimits = false,
    limits = {},
  }: ChaosServerOptions): void {
    const disk = join(this.folder, 'disk')
    mkdirSync(disk)
    const raised = JSON.stringify({ ...RAISED_LIMITS, ...limits })
    const vars = honestLimits ? {} : { RAISED_LIMITS: raised }
    writeFileSync(join(this.folder, 'config.capnp'), toWorkerdConfig({ disk, vars }))
    cpSync(LAZY_PARTS, join(this.folder, 'assets'), { recursive: true })
    this.deploy(bundle)
    for (const script of ['database-worker.js', 'nothing-worker.js']) {
      cpSync(inRoot(`test/chaos/${script}`), join(this.folder, script))
    }
  }
}

/** Runs a test on its own server and cleans up afterwards. */
export async function withServer<T>(
  options: ChaosServerOptions,
  act: (server: ChaosServer) => Promise<T>,
): Promise<T> {
  const server = await ChaosServer.start(options)
  try {
    return await act(server)
  } catch (error) {
    // Its connections end before its own end is heard of.
    await sleep(ENDED_WITHIN_MS)
    if (!server.hasDied) throw error
    throw new Error(`The server has died:\n${server.output.slice(-2_000)}`, { cause: error })
  } finally {
    await server.stop()
  }
}

/** The text of a bundled Worker with other durations. Each must be set in it exactly once. */
export function withTimings(bundle: string, timings: Record<string, number>): string {
  return Object.entries(timings).reduce((text, [name, ms]) => {
    const set = new RegExp(`\\b${name} = [^;]+;`, 'g')
    if (text.match(set)?.length !== 1) throw new Error(`The bundle does not set ${name} once.`)
    return text.replace(set, `${name} = ${ms};`)
  }, bundle)
}

/** The text of the Worker that the build left in dist. */
export function readBuiltWorker(): string {
  return readFileSync(`${BUILT_WORKER_DIR}/index.js`, 'utf8')
}

function readSchema(): string {
  const files = globSync('migrations/*.sql', { cwd: ROOT }).sort()
  return [...files.map((file) => readFileSync(inRoot(file), 'utf8')), toInsertBars(BARS)].join('\n')
}
