import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'

const { default: workerd }: { default: string } = createRequire(import.meta.url)('workerd')

/**
 * The shell becomes workerd by exec, so that signals reach workerd itself. A watcher reads standard input
 * beside it: when the process that started this dies, even by SIGKILL, the pipe closes and the watcher
 * kills workerd. With XFSZ ignored, a write beyond the file size fails without ending the process.
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
  readonly #leader: Leader

  private constructor(child: ChildProcess, ports: Ports, leader: Leader) {
    this.#child = child
    this.ports = ports
    this.#leader = leader
  }

  /** Resolves when every socket listens. No file may outgrow `fileKiB`. */
  static async start(configFile: string, fileKiB: number | 'unlimited'): Promise<WorkerdProcess> {
    const blocks = fileKiB === 'unlimited' ? fileKiB : String(fileKiB * 2)
    const command = [workerd, 'serve', configFile, 'config', '--experimental', '--control-fd=4']
    const child = spawn('/bin/sh', ['-c', LEASHED, 'workerd', blocks, ...command], {
      stdio: ['pipe', 'pipe', 'pipe', 'ignore', 'pipe'],
      detached: true,
    })
    const leader = lead(child)
    const dies = leader.ended.then(() => null)
    const late = sleep(WAIT_HANGS_AFTER_MS, null, { ref: false })
    const ports = await Promise.race([readPorts(child.stdio[4] as Readable), dies, late])
    if (ports) return new WorkerdProcess(child, ports, leader)
    await leader.kill()
    throw new Error(`workerd did not start:\n${leader.output()}`)
  }

  get hasEnded(): boolean {
    return this.#leader.hasEnded()
  }

  /** All that it has printed: log lines of the Worker, complaints of the runtime. */
  get output(): string {
    return this.#leader.output()
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
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
    return Number(new RegExp(`^${kind}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
  }

  /** The power cut. */
  kill(): Promise<void> {
    return this.#leader.kill()
  }

  /** Pauses the process with SIGSTOP. It loses nothing. */
  freeze(): void {
    this.#child.kill('SIGSTOP')
  }

  thaw(): void {
    this.#child.kill('SIGCONT')
  }
}

/** Reads the ports of the sockets from workerd's control pipe. */
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

/** A process that leads its own process group. */
interface Leader {
  /** All that it has printed. */
  output: () => string
  hasEnded: () => boolean
  /** Resolves when the process and its group have ended for any reason. */
  ended: Promise<void>
  /** SIGKILL to the process and everything that it started. */
  kill: () => Promise<void>
}

/** Watches over a process that was started detached, with pipes for what it prints. */
function lead(child: ChildProcess): Leader {
  let output = ''
  const collect = (chunk: Buffer): void => {
    output += chunk.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  // Surviving processes of the group would hold the pipes open.
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
