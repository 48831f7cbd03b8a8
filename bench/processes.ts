import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { inRoot } from '../scripts/paths.ts'

/** Linux reports CPU times in hundredths of a second at every tick rate of the kernel. */
const MS_PER_TICK = 10

/** A child process that answers every order with one message, and ends with this process. */
export class Child {
  readonly #process: ChildProcess
  readonly #file: string
  readonly #ended: Promise<never>

  constructor(file: string) {
    this.#file = file
    this.#process = fork(inRoot(`bench/${file}`), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#ended = once(this.#process, 'exit').then(([code, signal]) => {
      throw new Error(`${file} ended before it answered (${signal ?? code}).`)
    })
    // Its end is an error only for a caller that waits for an answer.
    this.#ended.catch(() => {})
  }

  get pid(): number {
    const { pid } = this.#process
    if (pid === undefined) throw new Error(`${this.#file} did not start.`)
    return pid
  }

  /** Its next message. */
  async nextMessage<Answer>(): Promise<Answer> {
    const [answer] = await Promise.race([once(this.#process, 'message'), this.#ended])
    return answer
  }

  ask<Answer>(order: unknown): Promise<Answer> {
    const answer = this.nextMessage<Answer>()
    this.#process.send(order as object)
    return answer
  }

  end(): void {
    this.#process.kill()
  }
}

/** Clock and CPU time that this process spent on something. Milliseconds. */
export interface Spent {
  ms: number
  cpuMs: number
}

/** Starts measuring. The returned function gives the time and CPU since then. */
export function startSpending(): () => Spent {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000 }
  }
}

/** The share of one core that was. */
export const toCores = ({ ms, cpuMs }: Spent) => cpuMs / ms

/** User and system time that a process has used. Milliseconds; Linux only. */
export function readCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The process name before the last bracket may contain anything, even spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number)
  return (user + system) * MS_PER_TICK
}

/** The process that runs the Worker and its objects: the workerd that has files of the bench open. */
export function findRuntime(stateDir: string): number {
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && serves(name, stateDir))
  if (pid === undefined)
    throw new Error(
      'No workerd has files of the bench open. It is looked for in /proc: Linux only.',
    )
  return Number(pid)
}

function serves(pid: string, stateDir: string): boolean {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'workerd') return false
    return readdirSync(`/proc/${pid}/fd`).some((fd) =>
      readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith(stateDir),
    )
  } catch {
    return false // it ended, or closed a file, while we looked
  }
}
