import { env } from 'cloudflare:workers'
import { vi } from 'vitest'

/** The error list of developers.cloudflare.com/d1/observability/debug-d1, whole. */
export const WORTH_ANOTHER_TRY = [
  'D1 DB reset because its code was updated.',
  'Internal error while starting up D1 DB storage caused object to be reset.',
  'Network connection lost.',
  'Internal error in D1 DB storage caused object to be reset.',
  'Cannot resolve D1 DB due to transient issue on remote node.',
  "Can't read from request stream because client disconnected.",
]
export const TOO_MUCH_TO_DO = [
  'D1 DB storage operation exceeded timeout which caused object to be reset.',
  'D1 DB is overloaded. Requests queued for too long.',
  'D1 DB is overloaded. Too many requests queued.',
  "D1 DB's isolate exceeded its memory limit and was reset.",
  'D1 DB exceeded its CPU time limit and was reset.',
]

export interface Fault {
  /** The call that fails, counted from 1. */
  at: number
  /** How many calls in a row; the first one counts. */
  times: number
  text: string
  /** Whether D1 never got the question, did it and lost the answer, or says nothing at all. */
  kind: 'refused' | 'lost' | 'silent'
}

type Methods = Record<string, (this: unknown, ...values: never[]) => Promise<unknown>>

/**
 * D1 as everything in this isolate asks it, the Worker and the objects alike, with failures that are
 * armed. Until the test ends.
 */
export class FaultyDatabase {
  /** Questions since it was armed last; a batch is one. */
  calls = 0
  #fault: Fault | null = null

  constructor() {
    const statement = env.DB.prepare('SELECT 1')
    this.#break(Object.getPrototypeOf(env.DB), ['batch'])
    this.#break(Object.getPrototypeOf(statement), ['run', 'all', 'raw'])
  }

  arm(fault: Fault | null): void {
    this.calls = 0
    this.#fault = fault
  }

  #break(prototype: Methods, names: string[]): void {
    const answer = (ask: () => Promise<unknown>) => this.#answer(ask)
    for (const name of names) {
      const whole = prototype[name] as Methods[string]
      vi.spyOn(prototype, name).mockImplementation(function (this: unknown, ...values) {
        return answer(() => whole.apply(this, values))
      })
    }
  }

  async #answer(ask: () => Promise<unknown>): Promise<unknown> {
    this.calls += 1
    const fault = this.#fault
    const isHit = fault && this.calls >= fault.at && this.calls < fault.at + fault.times
    if (!isHit) return ask()
    if (fault.kind === 'silent') return new Promise(() => {})
    if (fault.kind === 'lost') await ask()
    throw new Error(`D1_ERROR: ${fault.text}`, { cause: new Error(fault.text) })
  }
}
