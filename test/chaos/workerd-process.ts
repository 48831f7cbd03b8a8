import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

const { default: workerd }: { default: string } = createRequire(import.meta.url)('workerd')
const READY_WITHIN_MS = 20_000

/**
 * The shell becomes workerd, so that its process is the one that signals reach. Beside it waits a
 * watch on standard input: when whoever started this is gone, even by SIGKILL, the pipe ends and
 * workerd with it. A write beyond the file size is to fail and not to end the process.
 */
const LEASHED = `
exec 3<&0
(read -r _ <&3; kill -9 $$) &
exec 3<&- </dev/null
trap '' XFSZ
[ "$1" = unlimited ] || ulimit -f "$1"
shift
exec "$@"
`

export type Ports = { app: number; database: number }

/** One run of `workerd serve`, from its start to its death. */
export class WorkerdProcess {
  readonly ports: Ports
  readonly #child: ChildProcess
  readonly #ended: Promise<void>
  readonly #output: string[]

  private constructor(child: ChildProcess, ports: Ports, ended: Promise<void>, output: string[]) {
    this.#child = child
    this.ports = ports
    this.#ended = ended
    this.#output = output
  }

  /** Resolves when every socket listens. No file may outgrow `fileKiB`. */
  static async start(configFile: string, fileKiB: number | 'unlimited'): Promise<WorkerdProcess> {
    const blocks = fileKiB === 'unlimited' ? fileKiB : String(fileKiB * 2)
    const command = [workerd, 'serve', configFile, 'config', '--experimental', '--control-fd=4']
    const child = spawn('/bin/sh', ['-c', LEASHED, 'workerd', blocks, ...command], {
      stdio: ['pipe', 'pipe', 'pipe', 'ignore', 'pipe'],
      detached: true,
    })
    const output: string[] = []
    child.stdout?.on('data', (piece: Buffer) => output.push(piece.toString()))
    child.stderr?.on('data', (piece: Buffer) => output.push(piece.toString()))
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => {
        killGroup(child)
        resolve()
      })
    })
    const dies = ended.then(() => null)
    const late = sleep(READY_WITHIN_MS, null, { ref: false })
    const ports = await Promise.race([readPorts(child.stdio[4] as Readable), dies, late])
    if (ports) return new WorkerdProcess(child, ports, ended, output)
    killGroup(child)
    throw new Error(`workerd did not start:\n${output.join('')}`)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** All that it has printed: log lines of the Worker, complaints of the runtime. */
  get output(): string {
    return this.#output.join('')
  }

  /** Memory in use, in bytes. */
  get residentBytes(): number {
    return this.#readMemory('VmRSS')
  }

  /** The part of it that is not the pages of the program itself. */
  get workingBytes(): number {
    return this.residentBytes - this.#readMemory('RssFile')
  }

  #readMemory(kind: 'VmRSS' | 'RssFile'): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    return Number(new RegExp(`^${kind}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
  }

  /** The power cut. */
  async kill(): Promise<void> {
    killGroup(this.#child)
    await this.#ended
  }

  /** Stops it in the middle of whatever it does; nothing is lost, nothing goes on. */
  freeze(): void {
    this.#child.kill('SIGSTOP')
  }

  thaw(): void {
    this.#child.kill('SIGCONT')
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // ESRCH: nobody of the group is left.
  }
}

/** workerd tells on its control pipe which port each of its sockets took. */
async function readPorts(control: Readable): Promise<Ports | null> {
  const ports: Partial<Ports> = {}
  let text = ''
  for await (const piece of control) {
    text += String(piece)
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) {
      const { event, socket, port } = JSON.parse(line) as Record<string, string | number>
      if (event === 'listen') ports[socket as keyof Ports] = Number(port)
    }
    const { app, database } = ports
    if (app !== undefined && database !== undefined) return { app, database }
  }
  return null
}
