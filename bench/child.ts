import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { inRoot } from '#scripts/paths.ts'

/** A process of the bench's own, which answers every order with one message. It ends with us. */
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
    // That it ends is a fault only where somebody waits for its answer.
    this.#ended.catch(() => {})
  }

  get pid(): number {
    const { pid } = this.#process
    if (pid === undefined) throw new Error(`${this.#file} did not start.`)
    return pid
  }

  /** What it says next. */
  async hear<Answer>(): Promise<Answer> {
    const [answer] = await Promise.race([once(this.#process, 'message'), this.#ended])
    return answer
  }

  ask<Answer>(order: unknown): Promise<Answer> {
    const answer = this.hear<Answer>()
    this.#process.send(order as object)
    return answer
  }

  end(): void {
    this.#process.kill()
  }
}
