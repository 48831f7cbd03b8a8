import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { inRoot } from '#scripts/paths.ts'

/** A process of the bench's own, which answers every order with one message. It ends with us. */
export class Child {
  readonly #process: ChildProcess
  readonly #file: string

  constructor(file: string) {
    this.#file = file
    this.#process = fork(inRoot(`bench/${file}`), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  }

  get pid(): number {
    const { pid } = this.#process
    if (pid === undefined) throw new Error(`${this.#file} did not start.`)
    return pid
  }

  /** What it says next. */
  async hear<Answer>(): Promise<Answer> {
    const ended = once(this.#process, 'exit').then(() => {
      throw new Error(`${this.#file} ended before it answered.`)
    })
    const [answer] = await Promise.race([once(this.#process, 'message'), ended])
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
